// Instructions with a spill slot for an operand.
#pragma once

#include "llvm.h"

class Folder
{
      public:
	explicit Folder(const Machine &m);
	~Folder();
	// What `folds` says of opcode OP (see README); empty for nothing.
	std::string folds(unsigned op);
	// How many bytes opcode OP loads and repeats over its result; 0: it
	// does no such thing, or nothing is known to.
	unsigned spreads(unsigned op);

	struct Machinery;

      private:
	std::unique_ptr<Machinery> machinery, small;
};
