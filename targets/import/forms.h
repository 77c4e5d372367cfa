// Packed operands: how a number that stands for several things is printed.
#pragma once

#include "llvm.h"

struct Form {
	const char *name;
	bool with_reg; // the operand before it is a register that it prints
	// Text of value V; REG is the register's text, empty for none.
	std::string (*text)(int64_t v, const std::string &reg);
	std::vector<int64_t> values; // to try; the first has a text
};

// The forms of machine M.
const std::vector<Form> &forms(const Machine &m);
