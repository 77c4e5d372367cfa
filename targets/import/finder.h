// The search for one opcode's template: shared by printed.cpp (instructions to
// print, and their operands found again in the text), look.cpp (what one
// operand does to the text) and template.cpp (putting together and proving).
#pragma once

#include "llvm.h"

#include <set>

// A placeholder is one character of a coded text: 0x80 + its number.
static inline bool
is_placeholder(char c)
{
	return (unsigned char)c >= 0x80;
}

static inline bool
is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '%';
}

enum Kind { REG, IMM, LIST, PREDICATE, FLAGS, ADDRESS, FIXED };

// What is known of one operand.
struct Knowledge {
	Kind kind = FIXED;
	const llvm::TargetRegisterClass *rc = nullptr;
	// numbers: the text is a * value + b
	bool numeric = false, hex = false;
	int64_t a = 1, b = 0;
	// choices: the list and the valid values
	std::string form; // name of a list, or of a packed form
	int64_t base = 0; // value used while others are looked at
	std::vector<int64_t> values;
	// span of the base text that the operand decides, and what to put there
	bool span = false;
	size_t start = 0, end = 0;
	std::string spelling;
};

class Finder
{
      public:
	Finder(const Machine &machine, Choices &c, unsigned mir, unsigned enc,
	       bool without_aliases)
	    : m(machine), choices(c), desc(m.tii->get(mir)), encoded(enc),
	      plain(without_aliases)
	{
		names.resize(1);
	}
	std::string find();

      private:
	const Machine &m;
	Choices &choices;
	const llvm::MCInstrDesc &desc;
	unsigned encoded;
	bool plain; // printed without aliases
	std::vector<Knowledge> ops;
	std::vector<std::string> names; // of placeholders, by number
	llvm::MCInst base;
	std::vector<std::pair<std::string, std::string>> texts;

	void find_texts();

	bool classify();
	llvm::MCOperand reg_operand(unsigned k, unsigned trial,
				    std::set<std::string> &taken);
	bool fill_base(unsigned trial);
	std::string
	print(const llvm::MCInst &inst) const
	{
		return machine_print(m, inst, plain);
	}
	llvm::MCInst with(unsigned k, int64_t value) const;
	char placeholder(const std::string &name);
	std::string encode_regs(const std::string &text);
	std::string encode(const std::string &text);
	void look_numeric(unsigned k);
	bool look_choices(unsigned k, const std::string &coded_base);
	bool look_packed(unsigned k);
	bool look_zero(unsigned k, const std::string &coded_base);
	std::string find_by_operand();
	std::string find_modified();
	std::string begin_modified(unsigned first, unsigned n,
				   const std::vector<int64_t> &values);
	std::string find_packed_math(unsigned first, unsigned n);
	std::string find_halves(unsigned first, unsigned n, bool signs);
	std::string post_indexed(const std::string &t);
	std::string assemble(const std::string &coded_base, bool backwards);
	bool verify(const std::string &t, bool small);
};

// A number that stands alone in a text.
struct Number {
	size_t at, len;
	int64_t value;
	bool hex;
};

std::vector<Number> numbers_of(const std::string &text);

// How a template spells number K of an instruction.
std::string number_spelling(unsigned k, const Knowledge &o);
