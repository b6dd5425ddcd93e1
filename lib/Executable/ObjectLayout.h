//===- ObjectLayout.h - The code of a file that is not linked --*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives the sections of a relocatable object addresses, one behind the other,
// and its undefined symbols addresses behind them, and lets the branches that
// the linker would connect lead there. Nothing else is relocated.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_EXECUTABLE_OBJECTLAYOUT_H
#define RAFTER_LIB_EXECUTABLE_OBJECTLAYOUT_H

#include "rafter/Executable/Executable.h"
#include "llvm/Object/ELFObjectFile.h"
#include <map>

namespace rafter {

class ObjectLayout {
public:
  /// Errors of the sections, symbols and relocations of File.
  static llvm::Expected<ObjectLayout>
  create(const llvm::object::ELFObjectFileBase &File);

  /// The code of all sections.
  llvm::ArrayRef<uint8_t> code() const { return Code; }
  /// One for each section of code; offsets are into code().
  llvm::ArrayRef<LoadSegment> segments() const { return Segments; }
  /// Undefined symbols.
  llvm::ArrayRef<FunctionSymbol> externals() const { return Externals; }
  /// Address of a symbol; none if it is no code.
  llvm::Expected<std::optional<uint64_t>>
  addressOf(const llvm::object::SymbolRef &Symbol) const;
  /// Address of a section of code.
  std::optional<uint64_t>
  addressOf(const llvm::object::SectionRef &Section) const;
  /// The section and the offset in it, as DWARF knows the address.
  llvm::object::SectionedAddress inSection(uint64_t Address) const;

private:
  llvm::Error placeSections(const llvm::object::ELFObjectFileBase &File);
  llvm::Error placeExternals(const llvm::object::ELFObjectFileBase &File);
  llvm::Error relocate(const llvm::object::SectionRef &Section, uint64_t Begin);

  std::vector<uint8_t> Code;
  std::vector<LoadSegment> Segments;
  /// Addresses of the sections of code by their indices.
  std::map<uint64_t, uint64_t> Sections;
  std::vector<FunctionSymbol> Externals;
  std::map<std::string, uint64_t, std::less<>> ExternalAddress;
};

} // namespace rafter

#endif // RAFTER_LIB_EXECUTABLE_OBJECTLAYOUT_H
