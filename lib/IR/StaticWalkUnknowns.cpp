//===- StaticWalkUnknowns.cpp - What the static walk assumes --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values for what the code does not say, and the list of them.
//
//===----------------------------------------------------------------------===//

#include "StaticWalkUnknowns.h"
#include "StaticWalkCode.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace rafter::walk {

Place placeOf(const Value &V) {
  const DILocation *Loc = nullptr;
  const DISubprogram *SP = nullptr;
  if (auto *I = dyn_cast<Instruction>(&V)) {
    Loc = I->getDebugLoc().get();
    if (!Loc && I->getFunction())
      SP = I->getFunction()->getSubprogram();
  } else if (auto *A = dyn_cast<Argument>(&V)) {
    SP = A->getParent()->getSubprogram();
  } else if (auto *F = dyn_cast<Function>(&V)) {
    SP = F->getSubprogram();
  }
  if (Loc)
    return {sys::path::filename(Loc->getFilename()).str(), Loc->getLine(),
            Loc->getColumn()};
  if (SP)
    return {sys::path::filename(SP->getFilename()).str(), SP->getLine(), 0};
  return {};
}

/// The variable that the debug information says V is.
static std::string variableOf(const Value &V) {
  SmallVector<DbgVariableRecord *> Records;
  findDbgValues(const_cast<Value *>(&V), Records);
  for (const DbgVariableRecord *R : Records)
    if (R->getExpression()->getNumElements() == 0 && !R->hasArgList())
      return R->getVariable()->getName().str();
  return "";
}

static std::string argumentName(const Argument &A) {
  // Other variables may have the same value: the parameter comes first.
  unsigned Number = A.getArgNo() + 1;
  SmallVector<DbgVariableRecord *> Records;
  findDbgValues(const_cast<Argument *>(&A), Records);
  for (const DbgVariableRecord *R : Records)
    if (R->getVariable()->getArg() == Number && !R->getDebugLoc().getInlinedAt())
      return R->getVariable()->getName().str();
  if (const DISubprogram *SP = A.getParent()->getSubprogram())
    for (const DINode *N : SP->getRetainedNodes())
      if (auto *Variable = dyn_cast_or_null<DILocalVariable>(N))
        if (Variable->getArg() == Number)
          return Variable->getName().str();
  if (std::string Name = variableOf(A); !Name.empty())
    return Name;
  if (A.hasName())
    return A.getName().str();
  return "argument " + std::to_string(Number);
}

static std::string calleeName(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee ? Callee->getName().str() : "a function pointer";
}

std::string nameOf(const Value &V) {
  if (auto *A = dyn_cast<Argument>(&V))
    return argumentName(*A);
  if (auto *G = dyn_cast<GlobalValue>(&V))
    return G->getName().str();
  if (std::string Name = variableOf(V); !Name.empty())
    return Name;
  if (auto *Load = dyn_cast<LoadInst>(&V))
    if (auto *G = dyn_cast<GlobalVariable>(Load->getPointerOperand()))
      return G->getName().str();
  if (auto *Call = dyn_cast<CallBase>(&V))
    return "the result of " + calleeName(*Call);
  return isa<LoadInst>(V) ? "a loaded value" : "a value";
}

uint64_t Unknowns::fresh() {
  // 64 GB apart: no object runs into the next. The odd number of pages between
  // them spreads their beginnings over the sets of large caches.
  uint64_t N = ++Objects;
  return (N << 36) + N * 17 * 4096;
}

uint64_t Unknowns::addressOf(const Value &Object) {
  auto [It, New] = Addresses.try_emplace(&Object, 0);
  if (New)
    It->second = fresh();
  return It->second;
}

void Unknowns::assumePointer(const Value &V) {
  std::string Name = nameOf(V);
  Place Where = placeOf(V);
  for (const auto &[Other, OtherName] : Pointers)
    if (OtherName == Name && Other.Line == Where.Line &&
        Other.File == Where.File)
      return;
  Pointers.push_back({Where, Name});
}

/// "1000 (argument of f, assumed)", unless Values says otherwise.
uint64_t Unknowns::integer(const Value &V, const std::string &How) {
  unsigned Bits = V.getType()->getScalarSizeInBits();
  std::string Name = nameOf(V);
  auto Given = Options.Values.find(Name);
  uint64_t Value = Given != Options.Values.end()
                       ? uint64_t(Given->second)
                       : std::min(Options.AssumedValue, maskOf(Bits) >> 1);
  assume(V,
         Name + " = " + std::to_string(signExtend(Value, Bits)) + " (" + How +
             (Given != Options.Values.end() ? ", given" : ", assumed") + ")");
  return Value & maskOf(Bits);
}

/// The constant that all calls of A's function in this module pass.
std::optional<uint64_t> Unknowns::constantArgument(const Argument &A) {
  const Function &F = *A.getParent();
  std::optional<uint64_t> Found;
  unsigned Calls = 0;
  for (const User *U : F.users()) {
    auto *Call = dyn_cast<CallBase>(U);
    if (!Call || Call->getCalledOperand() != &F ||
        Call->arg_size() <= A.getArgNo())
      continue;
    if (Call->getFunction() == &F)
      continue;
    auto *C = dyn_cast<ConstantInt>(Call->getArgOperand(A.getArgNo()));
    if (!C || C->getBitWidth() > 64 || (Found && *Found != C->getZExtValue()))
      return std::nullopt;
    Found = C->getZExtValue();
    ++Calls;
  }
  if (!Found || Options.Values.count(nameOf(A)))
    return std::nullopt;
  unsigned Bits = A.getType()->getScalarSizeInBits();
  assume(A, nameOf(A) + " = " + std::to_string(signExtend(*Found, Bits)) +
                " (argument of " + F.getName().str() + ", as in " +
                (Calls == 1 ? "its only call" : "all its calls") +
                " in this module)");
  return Found;
}

uint64_t Unknowns::valueOf(const Value &V) {
  if (auto It = Values.find(&V); It != Values.end())
    return It->second;
  uint64_t Value;
  if (V.getType()->isPtrOrPtrVectorTy()) {
    Value = addressOf(V);
    assumePointer(V);
  } else if (auto *A = dyn_cast<Argument>(&V)) {
    std::optional<uint64_t> C = constantArgument(*A);
    Value =
        C ? *C : integer(V, "argument of " + A->getParent()->getName().str());
  } else {
    auto *Call = dyn_cast<CallBase>(&V);
    Value = integer(V, Call               ? "result of " + calleeName(*Call)
                       : isa<LoadInst>(V) ? "loaded"
                                          : "computed from data");
  }
  Values[&V] = Value;
  return Value;
}

uint64_t Unknowns::valueAt(const LoadInst &Load, uint64_t Address) {
  auto [It, New] = ValuesAt.try_emplace(Address, 0);
  if (!New)
    return It->second;
  auto *G = dyn_cast<GlobalVariable>(Load.getPointerOperand());
  auto *Initial = G && G->hasInitializer()
                      ? dyn_cast<ConstantInt>(G->getInitializer())
                      : nullptr;
  if (Initial && !Initial->isZero() && Initial->getType() == Load.getType() &&
      Initial->getBitWidth() <= 64 && !Options.Values.count(nameOf(Load))) {
    It->second = Initial->getZExtValue();
    assume(Load, nameOf(Load) + " = " +
                     std::to_string(Initial->getSExtValue()) +
                     " (initial value, assumed unchanged)");
    return It->second;
  }
  uint64_t Value = valueOf(Load);
  return ValuesAt[Address] = Value;
}

void Unknowns::assume(const Place &Where, const std::string &Text) {
  Lines.insert({Where.File, Where.Line, Where.Column, Text});
}

static std::string prefix(const std::string &File, unsigned Line) {
  if (Line == 0)
    return "";
  return File + ":" + std::to_string(Line) + ": ";
}

std::vector<std::string> Unknowns::lines() const {
  std::set<Key> All = Lines;
  // The pointers of one line together.
  std::map<std::pair<std::string, unsigned>, std::vector<std::string>> ByLine;
  for (const auto &[Where, Name] : Pointers)
    ByLine[{Where.File, Where.Line}].push_back(Name);
  for (const auto &[Where, Names] : ByLine) {
    std::string Text;
    for (const std::string &Name : Names)
      Text += (Text.empty() ? "" : ", ") + Name;
    All.insert({Where.first, Where.second, 0,
                Text + (Pointers.size() == 1
                            ? ": assumed page-aligned"
                            : ": assumed not to overlap, page-aligned")});
  }
  std::vector<std::string> Result;
  for (const auto &[File, Line, Column, Text] : All) {
    std::string S = prefix(File, Line) + Text;
    if (std::find(Result.begin(), Result.end(), S) == Result.end())
      Result.push_back(S);
  }
  return Result;
}

} // namespace rafter::walk
