/*
 * What the files of the checker share.
 *
 * In order: a file calls those above it.
 *
 *   cells       places in registers
 *   report      messages
 *
 *   insn/       instructions, by themselves and next to others (insns.h)
 *     lanes       lanes of vector registers in memory
 *     effects     what one does besides computing a value
 *     width       bits that one reads and writes
 *     constant    constants in memory
 *     same        is one the other, and does it say the same of itself?
 *     recipe      instances of the target's recipes
 *     fold_opnds  which operand became which
 *     commute     sources that changed places
 *     convert     three-address forms
 *     fold        instructions that use memory where the first has registers
 *     forms       all of these: what an instruction may have become
 *     moves       what the instructions that only the second has do
 *     unfold      loads that stand apart from what used them
 *
 *   insn        rules on single instructions: classes, ties
 *   valid       what must hold of the second function by itself
 *
 *   match/      which instruction of the second function is which of the first,
 *               when nobody says so
 *     order       instructions that come later in their block
 *     edges       blocks that only the second function has
 *     cfg         blocks and what leads to them
 *     compared    which instructions are brought together
 *     flow        instructions whose order differs (flow.h)
 *     match       all of these
 *
 *   steps       both functions as one list of steps (steps.h)
 *
 *   demand/     walks back from each use (demands.h)
 *     events      for each place and each value the steps that write it
 *     active_lanes  which lanes are on where moves stand
 *     memo        what was asked before
 *     put         demands are put, or refused
 *     recomputed  instructions that compute a value again
 *     walk_naming one step of that walk: over a renaming
 *     walk_move   the same: over a move
 *     walk_head   the same: over the head of a block
 *     meet        the same: a step that writes the place or gives the value
 *     follow      all of these, until nothing is left to follow
 *     overlap     results that meet what they must not
 *     demand      each use: does its place hold the value?
 *
 *   post/       another judge, of what is done behind allocation (post.h)
 */
#ifndef REGALLOC_CHECK_CHECK_STATE_H
#define REGALLOC_CHECK_CHECK_STATE_H

#include "core/base/intmap.h"
#include "core/check/cells.h"
#include "core/check/check.h"
#include "core/model/steady.h"

/* Does an instruction of BEFORE stand later in AFTER? */
typedef enum {
	SUNK_NOT,
	SUNK_PART,  /* its virtual registers do, not the physical ones */
	SUNK_WHOLE, /* with all that it writes */
} Sunk;

/* What an instruction of AFTER is. */
typedef enum {
	MOVE_ORIGINAL, /* stems from an instruction of BEFORE */
	MOVE_NOTHING,  /* emits no code: KILL, IMPLICIT_DEF, debug ... */
	MOVE_COPY,     /* register to register: see check_copy */
	MOVE_STORE,    /* register to slot */
	MOVE_LOAD,     /* slot to register */
	MOVE_SLOT,     /* slot to slot */
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
			  a vector register: CheckSlots.lanes */
	uint32_t offset, size;	    /* bytes */
	uint32_t from, from_offset; /* MOVE_SLOT: what is copied there */
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
	uint32_t bytes; /* of the slot, at most; 0: those of the operand */
	uint32_t reads; /* of those it reads so many */
	uint32_t ahead; /* they begin so far behind where the operand does */
	bool spread;	/* it repeats them, as many as the operand has */
	uint32_t swap,
		with;	   /* operands of BEFORE that change places, or NONE */
	bool others_swap;  /* and then those at places 2 and 3 do, too */
	uint32_t imm;	   /* operand of BEFORE that became ... */
	int64_t number;	   /* ... this number; NONE: none did */
	uint32_t imm2;	   /* another one that became ... */
	int64_t number2;   /* ... this */
	bool load;	   /* the value is what memory holds all the time */
	uint32_t extra_at; /* a number stands there that BEFORE has not got;
			      NONE: none does */
	int64_t extra;	   /* that number */
	bool last;	   /* the address stands behind all other operands */
	uint32_t lacked; /* operand of BEFORE that AFTER does without, as it is
			    always the same; NONE: none */
	bool stored;	 /* what made a zero became a store of zero */
	const Operand *made; /* or: AFTER is a three-address form; by operand of
				BEFORE what became of it, OPND_TEXT: nothing */
	RegId whole;	     /* ... and the register that AFTER writes, of which
				BEFORE's  definition may be a part; 0: it is that itself
			      */
	uint8_t others;	     /* nobody says which: so many behind it in
				CheckPairs.folds      may be the one as well */
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
	uint16_t kept;	  /* of the value no more bits than these have come
			     through a narrower load; 0: all have */
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
	uint32_t demand; /* index into CheckWalk.demands */
	BlockId block;
	uint32_t step;
} Work;

/* DEMAND is not met if its value is defined anywhere before its step; what
 * check_fail is told then. */
typedef struct {
	Demand demand;
	InsnId before, after;
	const char *why;
} Refusal;

/* A sort of demands. */
typedef struct {
	Place place;
	uint32_t cell;
	Value value;
	uint16_t width, kept;
	bool extended;
	LaneMask lanes, portion;
	uint32_t wanted, within;
	InsnId missing;
} MemoKey;

typedef struct {
	uint64_t bits;
	uint32_t key, word; /* key: and 1; 0: free */
} MemoSlot;

typedef struct {
	uint32_t key, at;
} MemoPoint;

/* MEMO_BLOCKS blocks, under a number, at which a sort was put: as seen from
 * their successors, at their ends; and at their heads, from within. */
enum { MEMO_BLOCKS = 256 };

typedef struct {
	uint32_t key, number;
	uint64_t ends[MEMO_BLOCKS / 64], heads[MEMO_BLOCKS / 64];
} MemoPage;

typedef struct {
	uint64_t *word, bit;
} MemoBit;

/* The demands met so far, as sets of steps and of blocks under a number for the
 * rest. */
typedef struct {
	MemoSlot *slots; /* open addressing */
	MemoSlot *last;	 /* the one used last; NULL */
	uint32_t n, cap;
	VEC(MemoKey) keys;
	VEC(MemoSlot) firsts;  /* its first word */
	IntMap key_numbers;    /* by hash of the demand: index into keys */
	VEC(MemoPage *) pages; /* by key: the page that it used last; NULL */
	IntMap page_numbers;   /* by hash of key and number: into others */
	VEC(MemoPage *) others;
	bool trying; /* points are put into `tried`, too */
	VEC(MemoPoint) tried;
	VEC(MemoBit) tried_blocks;
} Memo;

/* Regions of code with some lanes on; `head` NULL: lanes do not matter. */
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

/* Messages, and what else comes of the comparison. */
typedef struct {
	Diag *diag;
	uint32_t errors, limit;
	bool hopeless; /* the two functions cannot be brought together: set with
			  the message */
	bool reordered; /* some block has another order */
	InsnId guess;	/* of AFTER: the first that may be another of BEFORE's
			   than was taken; NONE */
	InsnId source;	/* of BEFORE: what should have given the first value
			   that was missed; NONE */
	InsnId crossed; /* of AFTER: that one, a load, on the other side of a
			   store; NONE */
	uint8_t *seen;	/* by instruction of BEFORE: has a message */
} CheckMessages;

/* How the two are compared, of several ways. */
typedef struct {
	bool fine;   /* see Cells */
	bool coarse; /* the cells are too coarse for an answer: once more */
	bool last; /* of several alike of which any may be BEFORE's, the last is
		      taken for it, not the first */
	bool first;  /* the first is, even if BEFORE has others in between that
			AFTER has not got */
	bool unsure; /* blocks in which several alike may be BEFORE's, some of
			which come later, are taken to have another order */
	bool flow;   /* all blocks are taken to have another order */
} CheckWay;

/* Which instruction is which, and what the others are. */
typedef struct {
	uint64_t *naming; /* bit set: opcodes that only name */
	InsnId *origin;	  /* by instruction of AFTER */
	InsnId *parsed;	  /* by instruction of BEFORE: what it was in the input
			     before loads came apart; NULL: none did */
	uint8_t *kind;	  /* by instruction of AFTER: MoveKind */
	uint32_t *aux;	  /* the same: index into accesses; of an original:
			     index into folds, plus 1; of MOVE_AGAIN: step */
	VEC(Access) accesses;
	VEC(Fold) folds;
	uint64_t *unread; /* bit set over operands of BEFORE: definitions of
			     physical registers that are no values, as
			     nobody reads them; NULL: none */
	uint8_t *waits;	  /* by instruction of BEFORE: it stands later in AFTER,
			     not met yet */
	uint32_t nwaiting;
	uint8_t *sunk;	       /* the same: Sunk; if so, it has two steps */
	uint64_t *copied_to;   /* bit set over RegId: by BEFORE's COPYs */
	uint64_t *copied_from; /* the same: what they read */
} CheckPairs;

/* Slots of AFTER, and behind them lanes of vector registers that are used like
 * slots. */
typedef struct {
	uint8_t *made;	  /* by slot of AFTER: BEFORE has not got it */
	uint32_t *before; /* by slot of AFTER: that of BEFORE, or NONE */
	uint32_t n;	  /* without lanes */
	bool renumbered;  /* AFTER has BEFORE's first, with its own numbers */
	VEC(uint64_t)
	lanes;			/* holder << 32 | lane; holder: a register, or
				   behind those a slot */
	uint64_t *lanes_sorted; /* by that, with its number; NULL: no slot
				   holds lanes */
	uint32_t lane_store, lane_load; /* opcodes; NONE: not there */
} CheckSlots;

/* Parts of slots that are places. */
typedef struct {
	VEC(SlotPiece) list;
	IntMap by_hash; /* index into list */
} SlotPieces;

/* By block: */
typedef struct {
	uint32_t *step; /* its first; and one more block */
	uint64_t
		*edge_jumps; /* bit set over instructions of AFTER: the jumps
				of blocks that only it has; NULL: it has none */
	uint32_t *leave_pad; /* where the edge to a landing pad leaves it */
	uint32_t *leave_asm; /* the same for targets of inline assembly */
	Slice *preds;	     /* into pred_blocks */
	BlockId *pred_blocks;
	uint8_t *reachable;
	Slice *below; /* of reachable ones: numbers of itself and of blocks to
			 which paths from it are known; start: its own */
} CheckBlocks;

/* What steps write. */
typedef struct {
	VEC(Event) of_places, of_values; /* in order of step */
	EventList places, values;
	BlockId *place_home, *value_home; /* the block of all events, or NONE:
					     none, or ... */
#define HOME_MANY (NONE - 1)   /* ... more than one, or one left midway */
	uint64_t *block_cells; /* by block, cell_words each: bit set of the
				  cells that it writes */
	uint32_t cell_words;
	Slice *lost_at; /* by mask of BEFORE: into lost; start NONE */
	VEC(uint32_t) lost;
	uint32_t nmasks; /* so many masks of BEFORE are no events of each cell
			    that a call loses, but one: */
	uint64_t *mask_cells; /* by mask, cell_words each: those cells */
	VEC(Event) of_masks;  /* in order of step */
	EventList masks;
	uint32_t *unit_of_cell; /* one of them; NONE: nobody names it */
	uint64_t *open_above; /* bit set of values of BEFORE, see open_above.c;
				 missing where the target has no such */
	uint8_t *apart; /* by cell: may it hold something else than BEFORE has
			   in it? */
} CheckEvents;

/* Demands on their way. */
typedef struct {
	Memo memo;
	bool found;  /* of PLACE_ANY */
	bool trial;  /* failures are no errors, but ... */
	bool hasty;  /* in trials what is nowhere defined counts as one */
	bool failed; /* ... set this */
	VEC(Work) work;
	VEC(Demand) demands;   /* what work is about; emptied with it */
	VEC(Refusal) refusals; /* of the step at hand, not judged yet */
	uint8_t *asked; /* by instruction of AFTER that computes a value again:
			   somebody wants it */
} CheckWalk;

typedef struct {
	const Func *before, *after;
	const Target *t;
	const uint64_t *reserved;
	Steady steady;	     /* of `before` */
	bool open_extension; /* the target's setting of that name */
	const CheckOptions *options;
	Arena arena;
	CheckMessages messages;
	CheckWay way;
	CheckPairs pairs;
	CheckSlots slots;
	Cells cells;
	VEC(Step) steps;
	CheckBlocks blocks;
	uint32_t nvregs; /* of `before` */
	CheckEvents events;
	On on;
	SlotPieces pieces;
	CheckWalk walk;
} Check;

/* --- report --- */

/* An error about instruction INSN of BEFORE (NONE: the function). */
void check_error(Check *c, InsnId insn, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The same about instruction INSN of AFTER. */
void check_error_after(Check *c, InsnId insn, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The two functions cannot be brought together, at instruction BEFORE of
 * BEFORE, or at AFTER of AFTER (one or both are NONE), because of WHY. */
void check_unmatched(Check *c, InsnId before, InsnId after, const char *why);

/* A note why there is no verdict: it rests on a guess, or else on a load that
 * has CROSSED a store, see CheckMessages. */
void check_note_unsure(const Check *c, InsnId guess, InsnId crossed);

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
	return c->messages.errors >= c->messages.limit || c->way.coarse;
}

#endif
