//===- DependenceTest.cpp - Dependences of random programs ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every node that a run sends has the depth that an interpreter of the source
// finds: a dependence that is lost, stale or superfluous changes depths.
//
//===----------------------------------------------------------------------===//

#include "RandomProgram.h"
#include "rafter/NativeRun/Run.h"
#include "rafter/Stream/SegmentDecoder.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include <gtest/gtest.h>

using namespace rafter;

namespace {

/// Depths by register; accesses to memory do not depend on each other.
struct DepthMeter final : StreamConsumer {
  explicit DepthMeter(const Program &P) : P(P) {}
  void setWarmUp(bool) override {}
  void beginRegion() override { Registers.clear(); }
  void endRegion() override {}
  void consume(llvm::ArrayRef<DynamicOperation> Operations) override {
    for (const DynamicOperation &D : Operations)
      for (unsigned E = 0; E != P.Table.Operations[D.Static].Elements; ++E)
        element(P.Table.Operations[D.Static], D.Frame + E);
  }
  void element(const StaticOperation &O, uint32_t At) {
    unsigned Depth = 0;
    for (unsigned I = 0; I != O.NumSources; ++I)
      Depth = std::max(Depth, Registers[O.Sources[I] + At]);
    if (O.Kind != OperationKind::Move)
      ++H[++Depth];
    if (O.Result != NoRegister)
      Registers[O.Result + At] = Depth;
  }
  const Program &P;
  std::map<uint64_t, unsigned> Registers;
  DepthHistogram H;
};

} // namespace

static void promoteVariables(llvm::Module &M) {
  for (llvm::Function &F : M) {
    if (F.isDeclaration())
      continue;
    llvm::DominatorTree Dominators(F);
    std::vector<llvm::AllocaInst *> Variables;
    for (llvm::BasicBlock &B : F)
      for (llvm::Instruction &I : B)
        if (auto *A = llvm::dyn_cast<llvm::AllocaInst>(&I))
          Variables.push_back(A);
    llvm::PromoteMemToReg(Variables, Dominators);
  }
}

class Dependences : public testing::TestWithParam<unsigned> {};

TEST_P(Dependences, OfARunAreThoseOfTheProgram) {
  RandomProgram Source(GetParam());
  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> M = Source.emit(Context);
  promoteVariables(*M);
  ASSERT_FALSE(llvm::verifyModule(*M, &llvm::errs()));
  llvm::Expected<LoweredModule> L = lowerModule(*M);
  ASSERT_TRUE(bool(L)) << llvm::toString(L.takeError());
  DepthMeter Meter(L->Code);
  SegmentDecoder Decoder(L->Code, Meter);
  auto R = runProgram(*M, *L, {}, [&](llvm::ArrayRef<uint64_t> Words) {
    return Decoder.decode(Words);
  });
  ASSERT_TRUE(bool(R)) << llvm::toString(R.takeError());
  Decoder.finish();
  EXPECT_EQ(R->Outcome.Description, "exit status 0");
  EXPECT_EQ(Meter.H, Source.depths());
}

INSTANTIATE_TEST_SUITE_P(Random, Dependences, testing::Range(0u, 100u));
