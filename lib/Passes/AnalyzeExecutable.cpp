//===- AnalyzeExecutable.cpp - The loops in an executable's code ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing is run: loops come from the control flow of the disassembled
// functions, the deepest and longest first.
//
//===----------------------------------------------------------------------===//

#include "CodeRegions.h"
#include "rafter/CodeGen/DisassembledLoops.h"
#include "rafter/Executable/Executable.h"
#include "rafter/Stream/Vocabularies.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <map>

using namespace rafter;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

/// Iterations that a loop is taken to have for each one around it.
static constexpr double AssumedIterations = 32;

namespace {

/// The code of one function in the file.
struct FunctionCode {
  uint64_t Address = 0;
  ArrayRef<uint8_t> Bytes;
  std::string Name;
};

struct FoundLoop {
  size_t Function = 0;
  CodeLoop Loop;
  double Hotness = 0;
};

class ExecutableLoops {
public:
  ExecutableLoops(const Executable &File, const TargetModel &Model,
                  const AnalysisOptions &Options, Report &Result)
      : File(File), Model(Model), Options(Options), Result(Result) {}

  Error analyze();

private:
  Error chooseFunctions();
  void findHottest();
  Error analyze(const FoundLoop &Found);

  const Executable &File;
  const TargetModel &Model;
  const AnalysisOptions &Options;
  Report &Result;
  std::vector<FunctionCode> Functions;
  std::vector<FoundLoop> Loops;
};

} // namespace

Error ExecutableLoops::chooseFunctions() {
  ArrayRef<FunctionSymbol> Symbols = File.functions();
  auto add = [&](const FunctionSymbol &F) {
    uint64_t Bytes = F.Bytes;
    if (Bytes == 0) {
      const FunctionSymbol *Next = llvm::upper_bound(
          Symbols, F.Address,
          [](uint64_t A, const FunctionSymbol &S) { return A < S.Address; });
      Bytes = Next != Symbols.end() ? Next->Address - F.Address : ~0ull;
    }
    ArrayRef<uint8_t> Code = File.code(F.Address, Bytes);
    if (!Code.empty())
      Functions.push_back({F.Address, Code, llvm::demangle(F.Name)});
  };
  if (!Options.Function.empty()) {
    auto F = File.findFunction(Options.Function);
    if (!F)
      return F.takeError();
    add(**F);
    return Error::success();
  }
  for (const FunctionSymbol &F : Symbols)
    add(F);
  // Stripped: the code as a whole.
  if (Functions.empty())
    for (const LoadSegment &S : File.segments())
      if (S.Executable)
        Functions.push_back({S.Address, File.code(S.Address, S.Bytes), ""});
  return Error::success();
}

void ExecutableLoops::findHottest() {
  for (size_t F = 0; F != Functions.size(); ++F)
    for (CodeLoop &L :
         findLoops(Functions[F].Bytes, Functions[F].Address, Model)) {
      double Times = std::pow(AssumedIterations, L.Depth + 1);
      double Hotness = Times * L.Path.size();
      Loops.push_back({F, std::move(L), Hotness});
    }
  llvm::stable_sort(Loops, [](const FoundLoop &A, const FoundLoop &B) {
    return A.Hotness > B.Hotness;
  });
  if (Loops.size() > Options.MaxRegions)
    Loops.resize(Options.MaxRegions);
  llvm::stable_sort(Loops, [](const FoundLoop &A, const FoundLoop &B) {
    return A.Loop.Header < B.Loop.Header;
  });
}

Error ExecutableLoops::analyze(const FoundLoop &Found) {
  const FunctionCode &F = Functions[Found.Function];
  InstructionTable Table;
  InstructionBuilder Builder(Model, Table);
  std::string Header = "0x" + llvm::utohexstr(Found.Loop.Header, true);
  Source S;
  Origin &Region = S.From;
  Region.Function = F.Name;
  auto locate = [&](uint64_t Address) {
    SourceLocation Where = File.locationOf(Address);
    if (Where.isValid() &&
        (!Region.Source.isValid() || Where.Line < Region.Source.Line))
      Region.Source = Where;
    return Where.isValid() ? Builder.addLocation(Where) : 0;
  };
  LoopBody Body =
      addLoop(Found.Loop, F.Bytes, F.Address, Builder.addFunction(F.Name),
              Model, Builder, Table, locate);
  Region.Loop = Region.Source.isValid()
                    ? "line " + std::to_string(Region.Source.Line)
                    : "loop at " + Header;
  Region.Name = F.Name.empty() ? Region.Loop : F.Name + ", " + Region.Loop;
  Region.How = Mode::Static;
  Region.WarmCache = true;
  LoopStreamOptions Chosen;
  Chosen.Iterations = steadyIterations(Result.CPU, Body.Path.size());
  Region.Assumptions.push_back(
      "the loop at " + Header + " goes one way through its code and iterates " +
      std::to_string(Chosen.Iterations) +
      " times; all accesses hit L1 (-rafter-run sees what happens)");
  addAddressAssumption(Body, Region);
  if (File.isRelocatable())
    Region.Assumptions.push_back(
        "the file is not linked: addresses are those of its sections, one "
        "behind the other, and what the linker would change is not seen");
  addTableAssumptions(Table, {0, uint32_t(Table.Instructions.size())}, Region);
  llvm::append_range(Region.Assumptions, Model.remarks());
  std::map<std::string, uint64_t> Calls;
  for (uint64_t Callee : Found.Loop.Calls)
    ++Calls[File.nameAt(Callee)];
  if (Found.Loop.CallsIndirectly)
    ++Calls["(through a pointer)"];
  Region.NotSeen.assign(Calls.begin(), Calls.end());
  S.Instructions = {&Table, repeat(Body, Table, Chosen), /*PerfectMemory=*/true,
                    /*PerfectBranches=*/true,
                    /*IsPlaced=*/!File.isRelocatable()};
  addOperations(S);
  return addRegion(S, Options, Result);
}

Error ExecutableLoops::analyze() {
  if (Error E = chooseFunctions())
    return E;
  findHottest();
  if (Loops.empty())
    return llvm::createStringError(
        (Options.Function.empty()
             ? std::string("no loop was found in the code")
             : "no loop was found in '" + Options.Function + "'") +
        " (-rafter-run analyses what is executed)");
  for (const FoundLoop &L : Loops)
    if (Error E = analyze(L))
      return E;
  return Error::success();
}

Error rafter::analyzeExecutable(StringRef Path, const AnalysisOptions &Options,
                                Report &Result) {
  auto File = Executable::open(Path);
  if (!File)
    return File.takeError();
  auto Model = TargetModel::create((*File)->triple(), Result.CPU);
  if (!Model)
    return withPath(Path, Model.takeError());
  if (Error E = ExecutableLoops(**File, **Model, Options, Result).analyze())
    return withPath(Path, std::move(E));
  return Error::success();
}
