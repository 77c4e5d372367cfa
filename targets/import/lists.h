// Lists of names as patterns.
#pragma once

#include <string>
#include <vector>

typedef std::vector<std::string> Names;

// S as YAML has it, in quotes if it needs them.
std::string name_quoted(const std::string &s);

// NAMES as a list of patterns, lines broken at 80 columns behind COLUMN.
std::string list_of(const Names &names, size_t column);
