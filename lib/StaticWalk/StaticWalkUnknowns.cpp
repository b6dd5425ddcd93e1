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
#include "rafter/IR/ConstantArgument.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace rafter::walk {

/// The place of an instruction, or, if it has none, of its neighbours.
static const DILocation *locationNear(const Instruction &I) {
  auto valid = [](const Instruction &N) {
    return N.getDebugLoc() && N.getDebugLoc().getLine() != 0;
  };
  for (const Instruction *N = &I; N; N = N->getNextNode())
    if (valid(*N))
      return N->getDebugLoc().get();
  for (const Instruction *N = &I; N; N = N->getPrevNode())
    if (valid(*N))
      return N->getDebugLoc().get();
  return nullptr;
}

/// What was inlined from headers of the system stands where it was called.
static const DILocation *outsideSystem(const DILocation *Loc) {
  auto isSystem = [](const DILocation &L) {
    return L.getFilename().starts_with("/usr/") ||
           L.getFilename().contains("/include/c++/");
  };
  while (isSystem(*Loc) && Loc->getInlinedAt())
    Loc = Loc->getInlinedAt();
  return Loc;
}

Place placeOf(const Value &V) {
  const DILocation *Loc = nullptr;
  const DISubprogram *SP = nullptr;
  if (auto *I = dyn_cast<Instruction>(&V)) {
    Loc = locationNear(*I);
    if (Loc)
      Loc = outsideSystem(Loc);
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

/// The variable that the debug information says V is. Others may have the same
/// value: the parameter comes first.
static const DILocalVariable *variableOf(const Value &V) {
  auto *A = dyn_cast<Argument>(&V);
  unsigned Number = A ? A->getArgNo() + 1 : 0;
  SmallVector<DbgVariableRecord *> Records;
  findDbgValues(const_cast<Value *>(&V), Records);
  for (const DbgVariableRecord *R : Records)
    if (A && R->getVariable()->getArg() == Number &&
        !R->getDebugLoc().getInlinedAt())
      return R->getVariable();
  if (const DISubprogram *SP = A ? A->getParent()->getSubprogram() : nullptr)
    for (const DINode *N : SP->getRetainedNodes())
      if (auto *Variable = dyn_cast_or_null<DILocalVariable>(N))
        if (Variable->getArg() == Number)
          return Variable;
  for (const DbgVariableRecord *R : Records)
    if (R->getExpression()->getNumElements() == 0 && !R->hasArgList())
      return R->getVariable();
  return nullptr;
}

static const DIType *strip(const DIType *T) {
  while (auto *D = dyn_cast_or_null<DIDerivedType>(T)) {
    switch (D->getTag()) {
    case dwarf::DW_TAG_typedef:
    case dwarf::DW_TAG_const_type:
    case dwarf::DW_TAG_volatile_type:
    case dwarf::DW_TAG_restrict_type:
      T = D->getBaseType();
      continue;
    default:
      return T;
    }
  }
  return T;
}

/// What lies Offset bytes behind a pointer of this type and name: "p->rows",
/// "row[3]", or "*p" with the offset.
static std::string pointeeName(const std::string &Name, const DIType *Type,
                               int64_t Offset) {
  auto *Pointer = dyn_cast_or_null<DIDerivedType>(strip(Type));
  const DIType *Pointee = Pointer ? strip(Pointer->getBaseType()) : nullptr;
  if (auto *Struct = dyn_cast_or_null<DICompositeType>(Pointee))
    for (const DINode *N : Struct->getElements())
      if (auto *Member = dyn_cast<DIDerivedType>(N);
          Member && int64_t(Member->getOffsetInBits()) == Offset * 8 &&
          Member->getTag() == dwarf::DW_TAG_member)
        return Name + "->" + Member->getName().str();
  int64_t Size = Pointee ? int64_t(Pointee->getSizeInBits() / 8) : 0;
  if (Size != 0 && Offset % Size == 0)
    return Name + "[" + std::to_string(Offset / Size) + "]";
  return "*" + Name + (Offset ? " + " + std::to_string(Offset) : "");
}

/// The name of a location that is loaded from; empty if there is none.
static std::string loadedName(const LoadInst &Load) {
  APInt Bytes(64, 0);
  const Value *Object =
      Load.getPointerOperand()->stripAndAccumulateConstantOffsets(
          Load.getDataLayout(), Bytes, /*AllowNonInbounds=*/true);
  int64_t Offset = Bytes.getSExtValue();
  if (isa<GlobalVariable>(Object))
    return Object->getName().str() +
           (Offset ? " + " + std::to_string(Offset) : "");
  const DILocalVariable *Variable = variableOf(*Object);
  if (auto *Alloca = dyn_cast<AllocaInst>(Object); Alloca && !Variable) {
    TinyPtrVector<DbgVariableRecord *> Declares =
        findDVRDeclares(const_cast<AllocaInst *>(Alloca));
    if (!Declares.empty())
      return Declares.front()->getVariable()->getName().str();
  }
  if (Variable)
    return pointeeName(Variable->getName().str(), Variable->getType(), Offset);
  return "";
}

static std::string argumentName(const Argument &A) {
  if (const DILocalVariable *Variable = variableOf(A))
    return Variable->getName().str();
  if (A.hasName())
    return A.getName().str();
  return "argument " + std::to_string(A.getArgNo() + 1);
}

static std::string calleeName(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee ? functionName(*Callee) : "a function pointer";
}

std::string nameOf(const Value &V) {
  if (auto *A = dyn_cast<Argument>(&V))
    return argumentName(*A);
  if (auto *G = dyn_cast<GlobalValue>(&V))
    return G->getName().str();
  if (const DILocalVariable *Variable = variableOf(V))
    return Variable->getName().str();
  if (auto *Load = dyn_cast<LoadInst>(&V))
    if (std::string Name = loadedName(*Load); !Name.empty())
      return Name;
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

static const BasicBlock *blockOf(const Value &V) {
  auto *I = dyn_cast<Instruction>(&V);
  return I ? I->getParent() : nullptr;
}

void Unknowns::assumePointer(const Value &V) {
  // Arguments in their order, then what is found in the body.
  auto *A = dyn_cast<Argument>(&V);
  Place Where = placeOf(V);
  unsigned Order = A ? A->getArgNo() : Where.Column + 1000;
  Pointers[{Where.File, Where.Line, Order, nameOf(V), Assumed::Value}].insert(
      blockOf(V));
}

/// "1000 (argument of f, assumed)", unless Values says otherwise.
uint64_t Unknowns::integer(const Value &V, const std::string &How) {
  unsigned Bits = V.getType()->getScalarSizeInBits();
  std::string Name = nameOf(V);
  auto Given = Options.Values.find(Name);
  uint64_t Value = Given != Options.Values.end()
                       ? uint64_t(Given->second)
                       : std::min(Options.AssumedValue, maskOf(Bits) >> 1);
  bool IsGiven = Given != Options.Values.end();
  assume(V,
         Name + " = " + std::to_string(signExtend(Value, Bits)) + " (" + How +
             (IsGiven ? ", given" : ", assumed") + ")",
         IsGiven ? Assumed::Nothing : Assumed::Value);
  return Value & maskOf(Bits);
}

bool Unknowns::isGiven(const Value &V) const {
  if (V.getType()->isPtrOrPtrVectorTy())
    return false;
  auto *A = dyn_cast<Argument>(&V);
  return Options.Values.count(nameOf(V)) || (A && constantArgument(*A));
}

uint64_t Unknowns::argument(const Argument &A) {
  std::string Name = nameOf(A);
  const Function &F = *A.getParent();
  unsigned Bits = A.getType()->getScalarSizeInBits();
  if (!Options.Values.count(Name)) {
    if (auto Found = constantArgument(A)) {
      assume(A, Name + " = " + std::to_string(signExtend(Found->Value, Bits)) +
                    " " + Found->How);
      return Found->Value;
    }
    if (A.getArgNo() == 0 && F.getName() == "main") {
      assume(A, Name + " = 1 (no command line, assumed)", Assumed::Value);
      return 1;
    }
  }
  return integer(A, "argument of " + functionName(F));
}

uint64_t Unknowns::pointer(const Value &V) {
  // An object of its own, unless it turns out to be the end of another.
  uint64_t Address = Values[&V] = addressOf(V);
  std::optional<PointerEnd> End = endOf(V);
  if (!End || End->ElementBytes == 0) {
    assumePointer(V);
    return Address;
  }
  uint64_t Begin = valueOf(*End->Begin);
  assume(V,
         nameOf(V) + " = " + nameOf(*End->Begin) + " + " +
             std::to_string(Options.AssumedValue) + " elements of " +
             std::to_string(End->ElementBytes) + " bytes (assumed)",
         Assumed::Value);
  return Begin + Options.AssumedValue * End->ElementBytes;
}

uint64_t Unknowns::valueOf(const Value &V) {
  if (auto It = Values.find(&V); It != Values.end())
    return It->second;
  uint64_t Value;
  if (V.getType()->isPtrOrPtrVectorTy()) {
    Value = pointer(V);
  } else if (auto *A = dyn_cast<Argument>(&V)) {
    Value = argument(*A);
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
    assume(Load,
           nameOf(Load) + " = " + std::to_string(Initial->getSExtValue()) +
               " (initial value, assumed unchanged)",
           Assumed::Value);
    return It->second;
  }
  uint64_t Value = valueOf(Load);
  return ValuesAt[Address] = Value;
}

void Unknowns::assume(const Place &Where, const std::string &Text,
                      Assumed About, const BasicBlock *Block) {
  Lines[{Where.File, Where.Line, Where.Column, Text, About}].insert(Block);
}

void Unknowns::assume(const Value &V, const std::string &Text, Assumed About) {
  assume(placeOf(V), Text, About, blockOf(V));
}

static std::string prefix(const std::string &File, unsigned Line) {
  if (Line == 0)
    return "";
  return File + ":" + std::to_string(Line) + ": ";
}

void Unknowns::list(function_ref<bool(const BasicBlock &)> Walked,
                    StaticWalkResult &Result) const {
  auto counts = [&](const Blocks &In) {
    return any_of(In, [&](const BasicBlock *B) { return !B || Walked(*B); });
  };
  std::set<Key> All;
  for (const auto &[Line, In] : Lines)
    if (counts(In))
      All.insert(Line);
  // The pointers of one line together.
  std::map<std::pair<std::string, unsigned>, std::vector<std::string>> ByLine;
  size_t Names = 0;
  for (const auto &[Pointer, In] : Pointers) {
    const auto &[File, Line, Order, Name, About] = Pointer;
    std::vector<std::string> &List = ByLine[{File, Line}];
    if (!counts(In) || is_contained(List, Name))
      continue;
    List.push_back(Name);
    ++Names;
  }
  for (const auto &[Where, List] : ByLine)
    if (!List.empty())
      All.insert({Where.first, Where.second, 0,
                  join(List, ", ") +
                      (Names == 1 ? ": assumed page-aligned"
                                  : ": assumed not to overlap, page-aligned"),
                  Assumed::Value});
  for (const auto &[File, Line, Column, Text, About] : All) {
    std::string S = prefix(File, Line) + Text;
    Result.Foremost.offer(S, About);
    if (!is_contained(Result.Assumptions, S))
      Result.Assumptions.push_back(S);
  }
}

} // namespace rafter::walk
