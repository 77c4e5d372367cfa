// What another file of opcodes has already: see -beside in README.
#pragma once

#include "llvm.h"

#include <map>
#include <string>
#include <vector>

struct Beside {
	std::map<std::string, std::string> groups;   // by name
	std::map<std::string, std::string> operands; // by opcode, as its row
	std::vector<std::vector<std::string>> choices;
};

// Reads an opcodes.yaml that this program wrote; exits with a message on
// failure.
Beside beside_read(const char *path);

// Must opcode NAME with OPERANDS be in a file beside it: is it new, or are
// there more operands now, or fewer?
bool beside_lacks(const Beside &known, const std::string &name,
		  const std::string &operands);
