// Writes registers.yaml of one target on standard output: indices, registers
// and classes in the order of LLVM's numbers.  What follows from the rest
// (sub-registers of parts, lanes, units) is left out: see regalloc-target(5).
#include "registers.h"
#include "lists.h"

#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/MC/MCRegisterInfo.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <set>

using namespace llvm;

// --- indices ---

struct Indices {
	const TargetRegisterInfo *tri;
	BitVector reserved;
	Names names; // by index, from 1
	std::vector<std::vector<unsigned>> join;
	std::vector<std::pair<unsigned, unsigned>> of;
	std::vector<unsigned> offset; // bits; unknown: no one place
};

static const unsigned unknown = 0xffff;

// Is S the names of two and more indices, with "_" between them?
static bool
is_concatenation(const Indices &x, const std::string &s, unsigned self,
		 bool whole)
{
	for (unsigned i = 1; i < x.names.size(); i++) {
		const std::string &n = x.names[i];

		if (i == self || s.compare(0, n.size(), n))
			continue;
		if (s.size() == n.size() && !whole)
			return true;
		if (s.size() > n.size() && s[n.size()] == '_' &&
		    is_concatenation(x, s.substr(n.size() + 1), self, false))
			return true;
	}
	return false;
}

static bool
is_generated(const Indices &x, unsigned i)
{
	return is_concatenation(x, x.names[i], i, true);
}

// Is REG reserved though something that it is a part of is not?  Nothing can
// name it then (the low byte of %esi in 32-bit code): it is no part.
static bool
is_unnamed_part(const Indices &x, MCPhysReg reg)
{
	if (!x.reserved.test(reg))
		return false;
	for (MCPhysReg super : x.tri->superregs(reg))
		if (!x.reserved.test(super))
			return true;
	return false;
}

typedef std::pair<unsigned, MCRegister> Part;

// Sub-registers of REG that follow from no other, by index.
static std::vector<Part>
direct_parts(const Indices &x, MCRegister reg)
{
	std::vector<Part> all, direct;

	for (MCSubRegIndexIterator s(reg, x.tri); s.isValid(); ++s)
		if (!is_generated(x, s.getSubRegIndex()) &&
		    !is_unnamed_part(x, s.getSubReg()))
			all.push_back({s.getSubRegIndex(), s.getSubReg()});
	for (const Part &p : all)
		if (std::none_of(all.begin(), all.end(), [&](const Part &q) {
			    return q.second != p.second &&
				   x.tri->isSubRegister(q.second, p.second);
		    }))
			direct.push_back(p);
	return direct;
}

// Generated index I: the indices of the parts that it joins.
static void
index_join(Indices &x, unsigned i)
{
	for (unsigned r = 1; r < x.tri->getNumRegs(); r++) {
		MCRegister part = x.tri->getSubReg(r, i);

		if (!part)
			continue;
		for (const Part &p : direct_parts(x, part))
			x.join[i].push_back(x.tri->getSubRegIndex(r, p.second));
		return;
	}
}

// Indices of parts of parts that differ from those in the parts: two indices
// one after the other, the first of them the narrowest.
static void
index_rules(Indices &x)
{
	for (unsigned r = 1; r < x.tri->getNumRegs(); r++)
		for (MCSubRegIndexIterator s(r, x.tri); s.isValid(); ++s)
			for (MCSubRegIndexIterator t(s.getSubReg(), x.tri);
			     t.isValid(); ++t) {
				unsigned a = s.getSubRegIndex(),
					 b = t.getSubRegIndex(),
					 c = x.tri->getSubRegIndex(r, t.getSubReg());
				unsigned &best = x.of[c].first;

				if (b == c || is_generated(x, a) ||
				    is_generated(x, c))
					continue;
				if (!best || x.tri->getSubRegIdxSize(a) <
						     x.tri->getSubRegIdxSize(best))
					x.of[c] = {a, b};
			}
}

// Where parts lie.  LLVM has 0 for those of tuples: they lie side by side, as a
// slot has them.
static void
offsets_find(Indices &x)
{
	x.offset.push_back(0);
	for (unsigned i = 1; i < x.names.size(); i++)
		x.offset.push_back(x.tri->getSubRegIdxOffset(i));
	for (unsigned r = 1; r < x.tri->getNumRegs(); r++) {
		std::vector<Part> parts = direct_parts(x, r);
		bool all_zero = parts.size() > 1;
		unsigned at = 0;

		for (const Part &p : parts)
			all_zero &= !x.tri->getSubRegIdxOffset(p.first);
		for (const Part &p : parts) {
			if (all_zero)
				x.offset[p.first] = at;
			at += x.tri->getSubRegIdxSize(p.first);
		}
	}
	for (unsigned i = 1; i < x.names.size(); i++)
		for (unsigned a = i, n = 0; x.of[a].first && n < 8; n++) {
			x.offset[i] = (n ? x.offset[i] : 0) +
				      x.offset[x.of[a].second];
			a = x.of[a].first;
			if (!x.of[a].first)
				x.offset[i] += x.offset[a];
		}
}

// An index that keeps its name in parts that begin further up is at more than
// one place (on SystemZ the low half of a register is that of the first of a
// pair, too).
static void
offsets_forget(Indices &x)
{
	std::vector<bool> moves(x.names.size());

	for (unsigned r = 1; r < x.tri->getNumRegs(); r++)
		for (MCSubRegIndexIterator s(r, x.tri); s.isValid(); ++s)
			for (MCSubRegIndexIterator t(s.getSubReg(), x.tri);
			     t.isValid(); ++t) {
				unsigned a = x.offset[s.getSubRegIndex()],
					 b = t.getSubRegIndex();

				if (a && a < unknown &&
				    b == x.tri->getSubRegIndex(r, t.getSubReg()))
					moves[b] = true;
			}
	for (unsigned i = 1; i < x.names.size(); i++)
		if (moves[i])
			x.offset[i] = unknown;
}

static Indices
indices_of(const Machine &m)
{
	Indices x = {m.tri, m.tri->getReservedRegs(*m.mf), {""}, {}, {}, {}};

	for (unsigned i = 1; i < m.tri->getNumSubRegIndices(); i++)
		x.names.push_back(lower(m.tri->getSubRegIndexName(i)));
	x.join.resize(x.names.size());
	x.of.resize(x.names.size());
	for (unsigned i = 1; i < x.names.size(); i++)
		if (is_generated(x, i))
			index_join(x, i);
	index_rules(x);
	offsets_find(x);
	offsets_forget(x);
	return x;
}

static void
write_indices(const Indices &x)
{
	printf("\nindices:\n");
	for (unsigned i = 1; i < x.names.size(); i++) {
		unsigned offset = x.offset[i], size = x.tri->getSubRegIdxSize(i);

		printf("  - {name: %s", name_quoted(x.names[i]).c_str());
		if (x.join[i].empty() && offset < unknown)
			printf(", offset: %u", offset);
		if (x.join[i].empty() && size && size < unknown)
			printf(", size: %u", size);
		if (is_generated(x, i))
			printf(", generated: true");
		if (x.of[i].first)
			printf(", of: [%s, %s]",
			       x.names[x.of[i].first].c_str(),
			       x.names[x.of[i].second].c_str());
		Names join;
		for (unsigned j : x.join[i])
			join.push_back(x.names[j]);
		if (!join.empty())
			printf(",\n     join: %s", list_of(join, 11).c_str());
		printf("}\n");
	}
}

// --- registers ---

static std::vector<unsigned>
units_of(const TargetRegisterInfo *tri, MCRegister reg)
{
	std::vector<unsigned> units;

	for (MCRegUnitIterator u(reg, tri); u.isValid(); ++u)
		units.push_back((unsigned)*u);
	return units;
}

// Do the parts of REG make up all of it?
static bool
is_covered(const TargetRegisterInfo *tri, MCRegister reg)
{
	for (const TargetRegisterClass *rc : tri->regclasses())
		if (rc->contains(reg) && rc->CoveredBySubRegs)
			return true;
	return false;
}

// The number of REG in debug information; -1: none.  Hexagon has those from
// 999999 on for registers that no instruction can name.
static int
dwarf_of(const TargetRegisterInfo *tri, MCRegister reg)
{
	int64_t n = tri->getDwarfRegNum(reg, false);

	return n < 0 || n > INT16_MAX ? -1 : (int)n;
}

// Is REG a part that the classes of what contains it do not count?  LLVM's tables
// do not say outright that no instruction can name it.
static bool
is_artificial(const TargetRegisterInfo *tri, MCRegister reg)
{
	for (MCPhysReg super : tri->superregs(reg)) {
		LaneBitmask lanes = tri->getSubRegIndexLaneMask(
			tri->getSubRegIndex(super, reg));

		for (const TargetRegisterClass *rc : tri->regclasses())
			if (rc->contains(super) &&
			    (lanes & rc->getLaneMask()).none())
				return true;
	}
	return false;
}

// The sort of a register: registers of one row are alike in all of this.
struct Shape {
	unsigned position, cost;
	bool covered, constant, artificial;
	std::vector<unsigned> indices;
	bool dwarf, text, encoding, alias;
	bool operator==(const Shape &o) const
	{
		return position == o.position && cost == o.cost &&
		       covered == o.covered && constant == o.constant &&
		       artificial == o.artificial &&
		       indices == o.indices &&
		       dwarf == o.dwarf && text == o.text &&
		       encoding == o.encoding && alias == o.alias;
	}
};

// The registers that share a unit with REG alone, not with a part of it, though
// neither contains the other.
static std::vector<MCRegister>
overlaps(const TargetRegisterInfo *tri, MCRegister reg)
{
	std::vector<MCRegister> others;

	for (MCRegUnitIterator u(reg, tri); u.isValid(); ++u) {
		std::vector<MCRegister> roots;
		bool own = false;

		for (MCRegUnitRootIterator r(*u, tri); r.isValid(); ++r) {
			own |= *r == reg.id();
			roots.push_back(*r);
		}
		for (MCRegister r : roots)
			if (own && r != reg)
				others.push_back(r);
	}
	return others;
}

// The one of them that the row of REG names; 0.  Of two registers the second
// names the first, but one that overlaps several leaves that to these.
static MCRegister
alias_of(const TargetRegisterInfo *tri, MCRegister reg)
{
	std::vector<MCRegister> others = overlaps(tri, reg);

	if (others.size() != 1 ||
	    (reg.id() < others[0].id() && overlaps(tri, others[0]).size() == 1))
		return MCRegister();
	return others[0];
}

// As the loader compares names: fewer runs of letters and digits first, then
// letters, then digits.
static bool
comes_before(const std::string &a, const std::string &b)
{
	auto split = [](const std::string &s) {
		std::vector<std::string> parts;
		for (size_t i = 0; i < s.size(); i++) {
			bool digit = isdigit((unsigned char)s[i]) != 0;
			if (!i || digit != (isdigit((unsigned char)s[i - 1]) != 0))
				parts.push_back("");
			parts.back() += (char)toupper((unsigned char)s[i]);
		}
		return parts;
	};
	auto x = split(a), y = split(b);

	if (x.size() != y.size())
		return x.size() < y.size();
	for (size_t i = 0; i < x.size(); i++)
		if (!isdigit((unsigned char)x[i][0]) && x[i] != y[i])
			return x[i] < y[i];
	for (size_t i = 0; i < x.size(); i++)
		if (isdigit((unsigned char)x[i][0]) && x[i] != y[i])
			return std::stol(x[i]) < std::stol(y[i]);
	return false;
}

static void
write_numbers(const char *key, const Names &values)
{
	if (std::all_of(values.begin(), values.end(),
			[&](auto &v) { return v == values[0]; }))
		printf(",\n     %s: %s", key, name_quoted(values[0]).c_str());
	else
		printf(",\n     %s: %s", key, list_of(values, 14).c_str());
}

static void
write_row(const Machine &m, const Indices &x, const Shape &shape,
	  const std::vector<MCRegister> &regs)
{
	Names names, texts, encodings, dwarfs, aliases;

	for (MCRegister r : regs) {
		names.push_back(lower(m.tri->getName(r)));
		texts.push_back(register_text(m, r));
		encodings.push_back(std::to_string(m.tri->getEncodingValue(r)));
		dwarfs.push_back(std::to_string(dwarf_of(m.tri, r)));
		if (shape.alias)
			aliases.push_back(lower(m.tri->getName(alias_of(m.tri, r))));
	}
	printf("  - {name: %s", list_of(names, 11).c_str());
	if (shape.position)
		printf(",\n     position: %u", shape.position);
	if (shape.text)
		write_numbers("text", texts);
	if (shape.encoding)
		write_numbers("encoding", encodings);
	if (shape.dwarf)
		write_numbers("dwarf", dwarfs);
	if (shape.cost)
		printf(", cost: %u", shape.cost);
	if (shape.alias)
		write_numbers("alias", aliases);
	if (shape.covered != (shape.indices.size() > 1))
		printf(", covered: %s", shape.covered ? "true" : "false");
	if (shape.constant)
		printf(", constant: true");
	if (shape.artificial)
		printf(", artificial: true");
	for (size_t i = 0; i < shape.indices.size(); i++) {
		Names parts;
		for (MCRegister r : regs)
			parts.push_back(lower(m.tri->getName(
				m.tri->getSubReg(r, shape.indices[i]))));
		printf("%s%s: %s", i ? ",\n       " : ",\n     parts: {",
		       x.names[shape.indices[i]].c_str(),
		       list_of(parts, 30).c_str());
	}
	printf("%s}\n", shape.indices.empty() ? "" : "}");
}

static Shape
shape_of(const Machine &m, const Indices &x, MCRegister r, unsigned position)
{
	std::vector<Part> parts = direct_parts(x, r);
	Shape s = {};

	s.position = position;
	s.cost = m.tri->getRegisterCosts(*m.mf)[r];
	s.covered = !parts.empty() && is_covered(m.tri, r);
	s.constant = m.tri->isConstantPhysReg(r);
	s.artificial = is_artificial(m.tri, r);
	s.dwarf = dwarf_of(m.tri, r) >= 0;
	// A tuple has no name in assembly: the printer gives it its own.
	s.text = lower(register_text(m, r)) != lower(m.tri->getName(r));
	s.encoding = m.tri->getEncodingValue(r) != 0 || s.dwarf;
	s.alias = (bool)alias_of(m.tri, r);
	for (const Part &p : parts)
		s.indices.push_back(p.first);
	return s;
}

static void
write_registers(const Machine &m, const Indices &x)
{
	std::vector<std::pair<Shape, std::vector<MCRegister>>> rows;
	unsigned position = 0;
	std::string before;

	printf("\n# Registers are numbered by position, then by the natural "
	       "order of names.\nregisters:\n");
	for (unsigned r = 1; r < m.tri->getNumRegs(); r++) {
		std::string name = lower(m.tri->getName(r));

		if (!before.empty() && comes_before(name, before))
			position++;
		before = name;
		Shape s = shape_of(m, x, r, position);
		auto row = std::find_if(rows.begin(), rows.end(),
					[&](auto &p) { return p.first == s; });
		if (row == rows.end())
			rows.push_back({s, {r}});
		else
			row->second.push_back(r);
	}
	for (auto &row : rows)
		write_row(m, x, row.first, row.second);
}

// --- classes ---

// Do registers of RC overlap in a part of each, as those of tuples do that begin
// anywhere?
static bool
are_tuples(const TargetRegisterInfo *tri, const TargetRegisterClass *rc)
{
	std::map<unsigned, MCPhysReg> owner;

	for (MCPhysReg r : *rc)
		for (unsigned u : units_of(tri, r)) {
			MCPhysReg o = owner.insert({u, r}).first->second;

			if (o != r && !tri->isSubRegisterEq(o, r) &&
			    !tri->isSubRegisterEq(r, o) &&
			    units_of(tri, o) != units_of(tri, r))
				return true;
		}
	return false;
}

// Register files: classes whose registers overlap are of one.  By class: the
// class that the file is named after, the largest that is not of tuples, and of
// these the widest, which is what is counted as a register.
static std::vector<const TargetRegisterClass *>
files_of(const TargetRegisterInfo *tri)
{
	std::vector<unsigned> file(tri->getNumRegUnits());
	std::vector<const TargetRegisterClass *> named(tri->getNumRegClasses());
	std::map<unsigned, const TargetRegisterClass *> largest;
	auto root = [&](unsigned u) {
		while (file[u] != u)
			u = file[u] = file[file[u]];
		return u;
	};

	for (unsigned u = 0; u < file.size(); u++)
		file[u] = u;
	for (const TargetRegisterClass *rc : tri->regclasses()) {
		int first = -1;
		for (MCPhysReg r : *rc)
			for (unsigned u : units_of(tri, r)) {
				first = first < 0 ? (int)root(u) : first;
				if (rc->isAllocatable())
					file[root(u)] = root((unsigned)first);
			}
	}
	auto of_class = [&](const TargetRegisterClass *rc) {
		return root(units_of(tri, *rc->begin())[0]);
	};
	for (const TargetRegisterClass *rc : tri->regclasses()) {
		auto &l = largest[of_class(rc)];
		if (l && are_tuples(tri, rc))
			continue;
		unsigned bits = tri->getRegSizeInBits(*rc);
		if (!l || are_tuples(tri, l) ||
		    rc->getNumRegs() > l->getNumRegs() ||
		    (rc->getNumRegs() == l->getNumRegs() &&
		     bits > tri->getRegSizeInBits(*l)))
			l = rc;
	}
	for (const TargetRegisterClass *rc : tri->regclasses())
		named[rc->getID()] = largest[of_class(rc)];
	return named;
}

static std::string
class_name(const TargetRegisterInfo *tri, const TargetRegisterClass *rc)
{
	return lower(tri->getRegClassName(rc));
}

static void
write_files(const Machine &m,
	    const std::vector<const TargetRegisterClass *> &files)
{
	std::set<unsigned> seen;

	printf("\nfiles:\n");
	for (const TargetRegisterClass *rc : m.tri->regclasses()) {
		const TargetRegisterClass *f = files[rc->getID()];
		if (rc->isAllocatable() && seen.insert(f->getID()).second)
			printf("  - {name: %s, bits: %u}\n",
			       class_name(m.tri, f).c_str(),
			       (unsigned)m.tri->getRegSizeInBits(*f));
	}
	for (const TargetRegisterClass *f : files)
		if (seen.insert(f->getID()).second)
			printf("  - {name: %s, bits: %u}\n",
			       class_name(m.tri, f).c_str(),
			       (unsigned)m.tri->getRegSizeInBits(*f));
}

/* The alignment of a spill slot of class RC, in bytes.  LLVM's own function
 * stops at that of single bits, as SPARC has for flags. */
static unsigned
spill_align(const Machine &m, const TargetRegisterClass &rc)
{
	struct Access : TargetRegisterInfo {
		using TargetRegisterInfo::getRegClassInfo;
	};
	unsigned bits =
		(m.tri->*&Access::getRegClassInfo)(rc).SpillAlignment;

	return bits < 8 ? 1 : bits / 8;
}

static void
write_classes(const Machine &m, const Indices &x,
	      const std::vector<const TargetRegisterClass *> &files)
{
	printf("\n# Numbers of classes are LLVM's, which inline assembly "
	       "operands contain: by\n# size, then in this order.\nclasses:\n");
	for (const TargetRegisterClass *rc : m.tri->regclasses()) {
		Names members, order;
		std::set<MCPhysReg> given;

		for (MCPhysReg r : *rc)
			members.push_back(lower(m.tri->getName(r)));
		for (MCPhysReg r : rc->getRawAllocationOrder(*m.mf))
			if (!is_unnamed_part(x, r))
				order.push_back(lower(m.tri->getName(r)));
		printf("  - {name: %s, bits: %u, size: %u, align: %u,\n     "
		       "file: %s",
		       class_name(m.tri, rc).c_str(),
		       (unsigned)m.tri->getRegSizeInBits(*rc),
		       m.tri->getSpillSize(*rc),
		       spill_align(m, *rc),
		       class_name(m.tri, files[rc->getID()]).c_str());
		if (rc->getCopyCost() < 0)
			printf(", copy-cost: -1");
		if (!rc->isAllocatable())
			printf(", allocatable: false");
		printf(",\n     members: %s", list_of(members, 14).c_str());
		if (order != members && !order.empty())
			printf(",\n     order: %s", list_of(order, 12).c_str());
		printf("}\n");
	}
}

// --- masks ---

// The registers that MASK preserves and that lie in no other one that it does.
static Names
preserved(const TargetRegisterInfo *tri, const uint32_t *mask)
{
	Names names;

	for (unsigned r = 1; r < tri->getNumRegs(); r++) {
		bool inside = false;
		if (!(mask[r / 32] >> r % 32 & 1) || tri->isConstantPhysReg(r))
			continue;
		for (MCSuperRegIterator s(r, tri); s.isValid(); ++s)
			inside |= mask[*s / 32] >> *s % 32 & 1;
		if (!inside)
			names.push_back(lower(tri->getName(r)));
	}
	return names;
}

static void
write_masks(const Machine &m)
{
	ArrayRef<const uint32_t *> masks = m.tri->getRegMasks();
	ArrayRef<const char *> names = m.tri->getRegMaskNames();

	printf("\n# What calls with a mask preserve.\nmasks:\n");
	for (size_t i = 0; i < masks.size(); i++)
		printf("  %s: %s\n", lower(names[i]).c_str(),
		       list_of(preserved(m.tri, masks[i]), strlen(names[i]) + 4)
			       .c_str());
}

void
registers_write(const Machine &m, const char *name, const char *triple)
{
	Indices x = indices_of(m);
	auto files = files_of(m.tri);
	std::string arch = StringRef(triple).split('-').first.str();

	printf("target: %s\ntriple: \"%s-\"\nabi: abi.yaml\n"
	       "opcodes: opcodes.yaml\n",
	       name, arch.c_str());
	write_files(m, files);
	write_indices(x);
	write_registers(m, x);
	write_classes(m, x, files);
	write_masks(m);
}
