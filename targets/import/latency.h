// latency.yaml of a target.
#pragma once

#include "llvm.h"

// Has LLVM a scheduling model, or itineraries, of the processor of M?
bool latency_known(const Machine &m);

// Writes the latencies of the opcodes that machine IR names, by the scheduling
// models of the processors of MACHINES, on standard output.
void latency_write(const std::vector<const Machine *> &machines);
