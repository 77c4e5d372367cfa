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

	struct Machinery;

      private:
	std::unique_ptr<Machinery> machinery, small;
};
