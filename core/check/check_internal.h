/*
 * What the files of the checker share.
 *
 *   cells     places in registers
 *   valid     what must hold of the second function by itself
 *   edges     blocks that only the second function has
 *   match     which instruction of the second function is which of the
 *             first, when nobody says so
 *   flow      the same where the order differs (flow.h)
 *   commute   sources that changed places
 *   fold      instructions that use memory where the first has registers
 *   unfold    loads that stand apart from what used them
 *   constant  constants in memory
 *   moves     what the instructions that only the second has do
 *   lanes     lanes of vector registers in memory
 *   steps     both functions as one list of steps, and for each place and
 *             each value the steps that write it
 *   insn      rules on single instructions: classes, ties
 *   overlap   the same: results that meet what they must not
 *   walk      one step of that walk: through moves and heads of blocks
 *   naming    the same: through renamings
 *   on        which lanes are on where moves stand
 *   memo      what was asked before
 *   again     instructions that compute a value again
 *   demand    walks back from each use: does the place hold the value?
 *   report    messages
 */
#ifndef REGALLOC_CHECK_CHECK_INTERNAL_H
#define REGALLOC_CHECK_CHECK_INTERNAL_H

#include "core/check/cells.h"
#include "core/check/check.h"
#include "core/model/steady.h"

/* What an instruction of AFTER is. */
typedef enum {
	MOVE_ORIGINAL, /* stems from an instruction of BEFORE */
	MOVE_NOTHING,  /* emits no code: KILL, IMPLICIT_DEF, debug ... */
	MOVE_COPY,     /* register to register: see check_copy */
	MOVE_STORE,    /* register to slot */
	MOVE_LOAD,     /* slot to register */
	MOVE_AGAIN,    /* computes a value again */
	MOVE_KEEP,     /* stores a constant to a slot */
} MoveKind;

typedef struct {
	RegId dst, src;
	bool undef; /* the source is marked undef */
} RegMove;

/* A store to or load from a slot that only AFTER has. */
typedef struct {
	uint32_t slot; /* index in stack of AFTER; beyond that, a lane of
			  a vector register: Check.lane_slots */
	uint32_t offset, size; /* bytes */
	RegId reg;
	bool undef;    /* what is stored is marked undef */
	uint32_t rule; /* index in spills of the target */
} Access;

/* An instruction of AFTER with a memory operand where BEFORE has registers. */
typedef struct {
	uint32_t use, use2, def; /* operands of BEFORE that are in memory, or
				    NONE */
	uint32_t at;		 /* operand of AFTER: the address */
	uint32_t address;	 /* so many operands */
	uint32_t slot, offset;	 /* slot NONE: a constant load was folded */
	uint32_t size;		 /* bytes written; 0: those of the operand */
	uint32_t bytes; /* bytes read at most; 0: those of the operand */
	uint32_t swap,
		with;	/* operands of BEFORE that change places, or NONE */
	uint32_t imm;	/* operand of BEFORE that became ... */
	int64_t number; /* ... this number; NONE: none did */
	bool load;	/* the value is what memory holds all the time */
	bool skew;	/* an immediate follows that BEFORE has not got */
	bool zero;	/* MOV32r0 became the store of an immediate */
	const Operand *made; /* or: AFTER is a three-address form; by operand of
				BEFORE what became of it, OPND_TEXT: nothing */
	RegId whole;	     /* ... and the register that AFTER writes, of which
				BEFORE's  definition may be a part; 0: it is that itself
			      */
	uint8_t others; /* nobody says which: so many behind it in Check.folds
			   may be the one as well */
} Fold;

/* All that an instruction of AFTER may be of one of BEFORE. */
enum { FORMS_MAX = 8 };

typedef struct {
	Fold at[FORMS_MAX];
	uint32_t n;
} Forms;

/* A piece of a slot, as seen from a register of SIZE bytes that is loaded from
 * OFFSET: its lanes LANES. */
typedef struct {
	uint32_t slot, offset, size;
	LaneMask lanes;
	RegId reg; /* one that was loaded so; tells what the lanes mean */
} SlotPiece;

/* Both functions side by side; NONE where one of them has nothing. */
typedef struct {
	InsnId before, after;
} Step;

typedef struct {
	uint32_t what; /* place or value */
	uint32_t step;
} Event;

/* Events by place or value: steps in increasing order. */
typedef struct {
	uint32_t *start; /* one more than there are */
	uint32_t *steps;
} EventList;

/*
 * A place: a cell, a SlotPiece, or an instruction of AFTER that computes a
 * value again (whose "holding" means that it computes the same).
 */
typedef uint32_t Place;
#define PLACE_SLOT   (1u << 30)
#define PLACE_AGAIN  (1u << 31)
#define PLACE_NUMBER (PLACE_SLOT - 1)
#define PLACE_ANY    UINT32_MAX /* asks only: is the value defined? */

/* A value: a virtual register of BEFORE; then what BEFORE has in a cell; then
 * what it has in a physical register of several cells. */
typedef uint32_t Value;

/* "Before step STEP, PLACE must hold LANES of VALUE." */
typedef struct {
	uint32_t step;
	BlockId block;
	Place place;
	uint32_t cell; /* PLACE_AGAIN: the one it computes into */
	Value value;
	LaneMask lanes;
	LaneMask portion; /* PLACE cannot be told apart any further: these are
			     the lanes that it is about, of the register that
			     it was moved to; 0: all of it */
	OpndId root;	  /* operand of BEFORE that wants it */
	InsnId user;	  /* its instruction */
	uint16_t width;	  /* bits wanted where lanes do not tell (cells_width);
			     0: they do */
	InsnId missing; /* the instruction of BEFORE that gives the value, if D
			   has met it and AFTER has not got it: the place must
			   hold what it computes, whoever did; NONE */
	uint32_t wanted, within; /* regions, see check_on: which lanes are
				    wanted; where the value must be defined */
	bool extended; /* the move of WIDTH bits on the way cleared the bits
			  above: no more of the value may be wanted */
	uint32_t key;  /* number of its sort in the memo; NONE: not asked */
} Demand;

/* A demand put at some step, which need not be its own: most of them pass
 * through blocks that do not concern them. */
typedef struct {
	uint32_t demand; /* index into Check.demands */
	BlockId block;
	uint32_t step;
} Work;

typedef struct {
	uint64_t bits;
	uint32_t key, word; /* key: and 1; 0: free */
} MemoSlot;

typedef struct {
	uint32_t key, at;
} MemoPoint;

/* The demands met so far, as sets of steps under a number for the rest. */
typedef struct {
	MemoSlot *slots; /* open addressing */
	MemoSlot *last;	 /* the one used last; NULL */
	uint32_t n, cap;
	VEC(Demand) keys;     /* one demand of each sort */
	VEC(MemoSlot) firsts; /* its first word */
	uint32_t *table;      /* open addressing: index into keys, or NONE */
	uint32_t table_cap;
	bool trying; /* points are put into `tried`, too */
	VEC(MemoPoint) tried;
} Memo;

/* Regions of code in which some lanes are on; `head` NULL: lanes do not matter.
 */
typedef struct {
	uint64_t *mask;	     /* bit set over units: those that say which */
	VEC(uint32_t) steps; /* that change them, in order */
	VEC(uint8_t) kinds;
	const uint8_t *what; /* by change: what it does */
	uint32_t *behind;    /* the same: the region behind it */
	uint32_t *first;     /* by block, and one more: its changes */
	uint32_t *head;	     /* by block: the region it starts in, or NONE */
	uint32_t *parent, *depth; /* by region */
	uint8_t *lane_regs;	  /* by register: is what a copy moves a matter
				     of lanes? 0: not asked; 1: no; 2: yes */
} On;

typedef struct {
	const Func *before, *after;
	const Target *t;
	const uint64_t *reserved;
	Steady steady; /* of `before` */
	const CheckOptions *options;
	Diag *diag;
	Arena arena;
	uint32_t errors, limit;
	bool hopeless; /* the two functions cannot be brought together: set with
			  the message */
	bool fine;     /* see Cells */
	bool coarse;   /* the cells are too coarse for an answer: once more */

	uint64_t *naming; /* bit set: opcodes that only name */
	InsnId *origin;	  /* by instruction of AFTER */
	InsnId *parsed;	  /* by instruction of BEFORE: what it was in the input
			     before loads came apart; NULL: none did */
	uint8_t *kind;	  /* the same: MoveKind */
	uint32_t *aux;	  /* the same: index into accesses; of an original:
			     index into folds, plus 1; of MOVE_AGAIN: step */
	VEC(Access) accesses;
	VEC(Fold) folds;
	uint8_t *slot_made;	 /* by slot of AFTER: BEFORE has not got it */
	uint32_t *slot_of_after; /* by slot of AFTER: that of BEFORE, or NONE */
	bool last; /* of several alike of which any may be BEFORE's, the last is
		      taken for it, not the first */
	bool flow; /* all blocks are taken to have another order */
	uint64_t *unread; /* bit set over operands of BEFORE: definitions of
			     physical registers that are no values, as
			     nobody reads them; NULL: none */
	VEC(uint64_t)
	lane_slots;		/* holder << 32 | lane; holder: a register, or
				   behind those a slot */
	uint64_t *lanes_sorted; /* by that, with its number; NULL: no slot
				   holds lanes */
	uint64_t *copied_to;	/* bit set over RegId: by BEFORE's COPYs */
	uint64_t *copied_from;	/* the same: what they read */
	uint32_t lane_store, lane_load; /* opcodes; NONE: not there */

	Cells cells;
	VEC(Step) steps;
	uint8_t *asked; /* by instruction of AFTER that computes a value again:
			   somebody wants it */
	uint8_t *waits; /* by instruction of BEFORE: it stands later in AFTER,
			   not met yet */
	uint32_t nwaiting;
	uint8_t *sunk;	      /* the same: it stands later, and has two steps */
	uint32_t *block_step; /* by block, and one more */
	uint64_t
		*edge_jumps; /* bit set over instructions of AFTER: the jumps of
				blocks that only it has; NULL: it has none */
	uint32_t *leave_pad; /* by block: where the edge to a landing pad
				leaves it */
	uint32_t *leave_asm; /* the same for targets of inline assembly */
	Slice *preds;	     /* by block: into pred_blocks */
	BlockId *pred_blocks;
	uint8_t *reachable;
	Slice *below; /* by reachable block: numbers of itself and of blocks to
			 which paths from it are known; start: its own */

	VEC(Event) place_events, value_events; /* in order of step */
	EventList places, values;
	BlockId *place_home, *value_home; /* the block of all events, or NONE:
					     none, or ... */
#define HOME_MANY (NONE - 1)   /* ... more than one, or one left midway */
	uint64_t *block_cells; /* by block, cell_words each: bit set of the
				  cells that it writes */
	uint32_t cell_words;
	Slice *lost_at; /* by mask of BEFORE: into lost; start NONE */
	VEC(uint32_t) lost;
	uint32_t *unit_of_cell; /* one of them; NONE: nobody names it */
	uint8_t *apart; /* by cell: may it hold something else than BEFORE has
			   in it? */
	uint32_t nvregs, nslots;

	On on;
	VEC(SlotPiece) pieces;
	uint32_t *piece_slots; /* hash table: index into pieces, or NONE */
	uint32_t piece_cap;
	Memo memo;
	bool found;  /* of PLACE_ANY */
	bool trial;  /* failures are no errors, but ... */
	bool hasty;  /* in trials what is nowhere defined counts as one */
	bool failed; /* ... set this */
	VEC(Work) work;
	VEC(Demand) demands; /* what work is about; emptied with it */
	uint8_t *msg_seen;   /* by instruction of BEFORE: has a message */
} Check;

/* --- check_report --- */

/* An error about instruction INSN of BEFORE (NONE: the function). */
void check_error(Check *c, InsnId insn, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The same about instruction INSN of AFTER. */
void check_error_after(Check *c, InsnId insn, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The two functions cannot be brought together, at instruction BEFORE of
 * BEFORE, or at AFTER of AFTER (one or both are NONE), because of WHY. */
void check_unmatched(Check *c, InsnId before, InsnId after, const char *why);

/* DEMAND, whose value is defined, fails at instruction AFTER of AFTER, or at
 * BEFORE of BEFORE (either may be NONE), for the reason WHY. */
void check_fail(Check *c, const Demand *demand, InsnId before, InsnId after,
		const char *why);

/* DEMAND fails: nothing in AFTER computes its value as B of BEFORE does. */
void check_fail_missing(Check *c, const Demand *demand, InsnId b);

/* Is there no room for more messages, or no use in them? */
static inline bool
check_full(const Check *c)
{
	return c->errors >= c->limit || c->coarse;
}

/* --- check_match --- */

/* Fill Check.origin by comparison. */
void check_match(Check *c);

/* Is A, of AFTER, the instruction B with registers put in?  Operand by
 * operand; virtual registers match any register. */
bool check_same_insn(const Check *c, const Insn *b, const Insn *a);

bool check_same_opnd(const Check *c, const Operand *b, const Operand *a);

/* Has A, from operand I on, the implicit physical operand P? */
bool check_has_implicit(const Check *c, const Insn *a, uint32_t i,
			const Operand *p);

/* Can the instruction be left out if nobody wants its results? */
bool check_is_pure(const Func *f, const Insn *insn);

/* Set Check.naming. */
void check_set_naming(Check *c);

/* Does the instruction only give values new names? */
static inline bool
check_is_naming(const Check *c, const Insn *insn)
{
	return bits_has(c->naming, insn->op);
}

/* --- check_fold --- */

/* moves.c: the operands of the address that a load by RULE has; are O,
 * which has so many, such an address?  Its slot and offset go into ACCESS. */
uint32_t check_address_length(const Check *c, const SpillRule *rule);
bool check_slot_address(const Check *c, const SpillRule *rule, const Operand *o,
			Access *access);

/* Is A the instruction B with registers in memory? */
bool check_fold(const Check *c, const Insn *b, const Insn *a, Forms *forms);

/* FOLD is one more of FORMS. */
void check_add_form(Forms *forms, const Fold *fold);

static inline const Fold *
check_fold_of(const Check *c, InsnId after)
{
	return c->aux[after] ? &c->folds.at[c->aux[after] - 1] : NULL;
}

/* What check_opnd is of an instruction that has a fold. */
const Operand *check_opnd_folded(const Check *c, InsnId after, uint32_t i);

/* The operand of AFTER's instruction that operand I of its original became;
 * NULL: it is in memory. */
static inline const Operand *
check_opnd(const Check *c, InsnId after, uint32_t i)
{
	const Operand *o;

	if (c->aux[after])
		return check_opnd_folded(c, after, i);
	/* Physical ones are the same, but may stand elsewhere. */
	o = insn_opnds(c->before, func_insn(c->before, c->origin[after])) + i;
	if (o->kind == OPND_REG)
		return o;
	return insn_opnds(c->after, func_insn(c->after, after)) + i;
}

/* The register that it became; 0: none. */
static inline RegId
check_assigned(const Check *c, InsnId after, uint32_t i)
{
	const Operand *o = check_opnd(c, after, i);

	return o && o->kind == OPND_REG ? (RegId)o->val : 0;
}

static inline const char *
check_reg_name(const Check *c, RegId reg)
{
	return target_str(c->t, c->t->regs[reg].name);
}

/* The register that AFTER's instruction writes as a whole for definition O of
 * its original, which became P. */
static inline RegId
check_written(const Check *c, InsnId after, const Operand *o, const Operand *p)
{
	const Fold *fold = check_fold_of(c, after);

	return fold && fold->whole && o->kind == OPND_VREG ? fold->whole
							   : (RegId)p->val;
}

/* Is A the store of a constant to a slot of the allocator's?  To which bytes?
 */
bool check_constant_store(const Check *c, const Insn *a, Access *access);

/* A fold of nothing. */
Fold check_no_fold(void);

/* Is nothing known of AFTER but its text? */
bool check_unmarked(const Check *c);

/* --- check_constant --- */

/* Are P of BEFORE and Q of AFTER constants in memory with the same number? */
bool check_same_constant(const Check *c, const Operand *p, const Operand *q);

/* Does B set all bits of a register to 0, or to 1, and are that at least BYTES
 * bytes at ADDRESS, operands of AFTER? */
bool check_uniform(const Check *c, const Insn *b, const Operand *address,
		   uint32_t bytes);

/* --- check_commute --- */

/* Could operand 1 of B change places with operand K, together with what HOW
 * says? */
bool check_commutation(const Check *c, const Insn *b, uint32_t k,
		       Commutation *how);

/* Could the first two sources of B change places without a difference? */
bool check_commutes(const Check *c, const Insn *b);

/* May the first two sources of B have changed places, as Y of AFTER claims? */
bool check_may_commute(const Check *c, const Insn *b, const Insn *y);

/* May operand 1 have changed places with K, or, if K is 0, with none, for all
 * that the marks of A say?  Text does not tell. */
bool check_claims(const Check *c, const Insn *a, uint32_t k);

/* Note in FOLD that operands of B changed places by HOW. */
void check_set_commuted(const Check *c, const Insn *b, const Commutation *how,
			Fold *fold);

/* Is Q of AFTER what operand I of B became, as FOLD says? */
bool check_opnd_became(const Check *c, const Fold *fold, const Insn *b,
		       uint32_t i, const Operand *q);

/* Is A the instruction B, or B with sources that changed places? */
bool check_places(const Check *c, const Insn *b, const Insn *a, Forms *forms);

/* --- check_unfold --- */

/* Let BEFORE have the loads apart that AFTER has apart; `origin` follows. */
void check_unfold(Check *c);

/* --- check_convert --- */

/* Is A a three-address form of B? */
bool check_converts(const Check *c, const Insn *b, const Insn *a);

/* Is A the three-address form of B that the target's conversions give?  Sets
 * `made` of FORMS. */
bool check_convert(Check *c, const Insn *b, const Insn *a, Forms *forms);

/* Does B load from the address at operand AT of A? */
bool check_same_address(const Check *c, const Insn *b, const Insn *a,
			uint32_t at);

/* --- check_moves --- */

/* Relate the stack objects of the two functions. */
void check_slots(Check *c);

/* What instruction I of AFTER is if it has no counterpart.  Fills kind and
 * aux; false if it is none of the things an allocator may insert. */
bool check_classify(Check *c, InsnId i);

/* What an instruction of kind MOVE_COPY moves.  SUBREG_TO_REG writes the part
 * that it names. */
RegMove check_copy(const Check *c, InsnId i);

/* Does B of BEFORE do what a COPY does, by its opcode (MOV32rr)? */
bool check_moves_only(const Check *c, const Insn *b);

/* Does instruction B of BEFORE move all bits of one register to another?  It
 * may become a store to a slot, or a load from one. */
bool check_is_move(Check *c, InsnId b);

/* Rules for the moves by themselves: slots big enough, no reserved register
 * written. */
void check_moves(Check *c);

/* --- check_valid --- */

/* Errors about AFTER where it breaks the rules of any function. */
void check_valid(Check *c);

/* --- check_edges --- */

/* If AFTER has new blocks on edges of BEFORE: let BEFORE have them, too, empty.
 * Sets Check.edge_jumps. */
void check_edges(Check *c);

/* --- check_lanes --- */

/* Once all is classified: which lanes of which slots may hold scalars? */
void check_lanes(Check *c);

/* The register, or the slot, of which SLOT of lane_slots is a lane; 0, or NONE.
 */
RegId check_lane_reg(const Check *c, uint32_t slot);
uint32_t check_lane_home(const Check *c, uint32_t slot);

/* If the place of D is a lane: put D to where it was before AFTER, unless just
 * that lane is stored to. */
bool check_through_lanes(Check *c, Demand *d, InsnId after);

/* --- check_steps --- */

void check_cfg(Check *c);
void check_steps(Check *c);

/* Does operand I of AFTER's instruction of step S say that it writes another
 * register, besides what the instruction does and what BEFORE says? */
bool check_is_beside(const Check *c, const Step *s, uint32_t i);

/* --- check_order --- */

/* May instruction B of BEFORE come behind those that follow it, up to END,
 * except those marked in WAITS? */
bool check_may_sink(const Check *c, InsnId b, InsnId end, const uint8_t *waits);

/* Does instruction I of BEFORE read what one that waits, at FIRST or behind,
 * computes? */
bool check_reads_waiting(const Check *c, InsnId first, InsnId i);

/* The block of all steps that write the place of D, as in Check.place_home. */
static inline BlockId
check_place_home(const Check *c, const Demand *d)
{
	if (d->place & PLACE_AGAIN)
		return NONE;
	if (!(d->place & PLACE_SLOT))
		return c->place_home[d->place];
	return c->place_home[c->cells.ncells +
			     c->pieces.at[d->place & PLACE_NUMBER].slot];
}

/* --- check_on --- */

/* Find the regions, once the steps stand. */
void check_on_find(Check *c);

/* D begins at its step with what is read from REG. */
void check_on_begin(Check *c, Demand *d, RegId reg);

/* D passes a move to or from REG at its step.  False: it wants lanes that were
 * off there, and the value is not that of a region inside. */
bool check_on_moved(Check *c, Demand *d, RegId reg);

/* The value of D is given at its step, at least in the lanes that are on there.
 * False: others of them are wanted. */
bool check_on_defined(Check *c, Demand *d);

#define CHECK_LANES_OFF "lanes that are wanted may have been off"

/* The same of values that the function starts with. */
bool check_on_entry(const Check *c, const Demand *d);

/* --- check_memo --- */

/* What memo_seen is if the slot is not the one used last. */
bool memo_ask(Memo *memo, Arena *arena, Demand *d, uint32_t at);

/* Was a demand like D put before, at point AT (a step, or beyond the steps a
 * block's head)?  If not, it is now.  Sets D's key if it is NONE. */
static inline bool
memo_seen(Memo *memo, Arena *arena, Demand *d, uint32_t at)
{
	MemoSlot *last = memo->last;
	uint64_t bit = (uint64_t)1 << (at & 63);
	bool seen;

	if (memo->trying || !last || last->key != d->key + 1 ||
	    last->word != at >> 6)
		return memo_ask(memo, arena, d, at);
	seen = last->bits & bit;
	last->bits |= bit;
	return seen;
}

/* Between the two, what is put is on trial: forgotten unless it is KEPT. */
void memo_try(Memo *memo);
void memo_tried(Memo *memo, bool kept);

/* The number of a piece of a slot. */
Place check_piece(Check *c, const SlotPiece *piece);

/* --- check_insn --- */

/* Note what A of AFTER may be of B of BEFORE in Check.folds and aux.  False:
 * nothing. */
bool check_forms(Check *c, InsnId b, InsnId a);

/* Does A say no more of itself than B, which it is? */
bool check_says_no_more(const Check *c, const Insn *b, const Insn *a);

/* The rules for instruction B of BEFORE which became A. */
void check_insn(Check *c, InsnId b, InsnId a);

/* --- check_overlap --- */

/* Errors about results of the instruction of step STEP of block BLOCK that
 * share registers with other results, or with what it still has to read. */
void check_overlaps(Check *c, uint32_t step, BlockId block);

/* --- check_walk --- */

/* Put demand D unless it was put before. */
void check_push(Check *c, const Demand *d);

/* D meets a move of AFTER at its step: put it to where that moves from. */
void check_through_move(Check *c, Demand *d, InsnId after);

/* The demand of W meets the head of the block.  Does it go on, as W is then?
 * Other ways that it goes are put to Check.work. */
bool check_through_head(Check *c, Work *w);

/* D as work, wherever it was put before. */
Work check_work(Check *c, const Demand *d);

/* D meets the definition, of BITS bits, of what BEFORE has in a cell: are those
 * above, if D wants more, known to be clear?  Has D lost none? */
bool check_width_met(const Check *c, const Demand *d, uint32_t bits);

/* Bits of operand O of BEFORE; 0: not known. */
uint32_t check_natural(Check *c, const Operand *o);

/* How many bits an instruction of opcode DESC reads or writes of its operand O,
 * number I: not more than its class for it has. */
uint32_t check_bits(Check *c, const OpcodeDesc *desc, uint32_t i,
		    const Operand *o);

/* D is not met, unless its value is undefined before its step anyway. */
void check_refuse(Check *c, const Demand *d, InsnId before, InsnId after,
		  const char *why);

/* --- check_naming --- */

/* D meets a renaming of BEFORE of its value, or a move (check_is_move), at its
 * step. */
void check_through_naming(Check *c, Demand *d, InsnId before);

/* --- check_again --- */

/* Does INSN of F load nothing, or only what never changes? */
bool check_loads_constant(const Func *f, const Insn *insn);

/* Does register REG, which got lanes of a value at index SUB, have LANES of it
 * in CELL? */
bool check_place_has(Check *c, uint32_t cell, RegId reg, SubId sub,
		     LaneMask lanes);

/* Does instruction B of BEFORE compute the same wherever it stands, as long as
 * what it reads does not change? */
bool check_is_formula(const Check *c, InsnId b);

/* The last step of block BLOCK before STEP that changes what D.missing reads;
 * NONE. */
uint32_t check_last_changed(Check *c, const Demand *d, BlockId block,
			    uint32_t step);

/* D comes to instruction A of AFTER, which computes a value again, for what
 * it put into D's place. */
void check_meet_again(Check *c, Demand *d, InsnId a);

/* D, whose place is instruction A of AFTER, meets the definition B of LANES of
 * its value: it is met if A computes the same. */
void check_again(Check *c, const Demand *d, InsnId b, InsnId a, LaneMask lanes);

/* --- check_demand --- */

/* The last of the steps of WHAT in LIST in [LOW, HIGH); NONE: none. */
uint32_t check_last_event(const EventList *list, uint32_t what, uint32_t low,
			  uint32_t high);

/* Is the value of D, somewhere before its step, given by an instruction? */
bool check_is_defined(Check *c, const Demand *d);

/* Let D ask for what operand O of BEFORE has in PART of the register that it
 * became. */
void check_set_cell(Check *c, Demand *d, const Operand *o, CellPart part);

void check_demands(Check *c);

#endif
