//===- ExecutableTest.cpp - Symbols and lines of executables --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecordFixture.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gmock/gmock.h"

using namespace rafter;
using namespace llvm;
using testing::HasSubstr;

namespace {

class ExecutableTest : public RecordFixture {
protected:
  std::unique_ptr<Executable> open(StringRef Source,
                                   std::vector<std::string> Options) {
    return cantFail(Executable::open(compile(Source, Options)));
  }
};

constexpr StringRef TwoFunctions = R"(
  __attribute__((noinline)) int f(int n) {
    return n * 3;
  }
  int main(int c, char **v) { return f(c); })";

} // namespace

TEST_F(ExecutableTest, FunctionsAndLinesAreFoundByAddress) {
  auto File = open(TwoFunctions, {"-O1", "-g"});
  EXPECT_EQ(File->triple().getArch(), Triple::x86_64);
  EXPECT_EQ(File->triple().getOS(), Triple::Linux);
  EXPECT_TRUE(File->hasFunctions());
  EXPECT_TRUE(File->hasLines());
  const FunctionSymbol *F = cantFail(File->findFunction("f"));
  EXPECT_GT(F->Bytes, 0u);
  EXPECT_EQ(File->nameAt(F->Address), "f");
  EXPECT_EQ(File->nameAt(F->Address + F->Bytes - 1), "f");
  EXPECT_NE(File->nameAt(F->Address + F->Bytes), "f");
  SourceLocation Line = File->locationOf(F->Address);
  EXPECT_THAT(Line.File, HasSubstr(".c"));
  EXPECT_GE(Line.Line, 2u);
  EXPECT_LE(Line.Line, 3u);
  EXPECT_EQ(File->nameAt(1), "");
  EXPECT_FALSE(File->locationOf(1).isValid());
}

TEST_F(ExecutableTest, KindsOfExecutablesAreTold) {
  auto Independent = open(TwoFunctions, {"-pie", "-fPIE"});
  EXPECT_TRUE(Independent->isPositionIndependent());
  EXPECT_THAT(Independent->interpreter().str(), HasSubstr("ld-linux-x86-64"));
  auto Static = open(TwoFunctions, {"-static"});
  EXPECT_FALSE(Static->isPositionIndependent());
  EXPECT_EQ(Static->interpreter(), "");
  EXPECT_GT(Static->firstCodeAddress(), 0u);
}

TEST_F(ExecutableTest, AStrippedFileHasSections) {
  auto File = open(TwoFunctions, {"-s"});
  EXPECT_FALSE(File->hasLines());
  bool FoundText = false;
  for (const LoadSegment &Segment : File->segments())
    if (Segment.Executable)
      for (uint64_t At = 0; At < Segment.Bytes; At += 8)
        FoundText |= File->nameAt(Segment.Address + At) == ".text";
  EXPECT_TRUE(FoundText);
  auto F = File->findFunction("f");
  ASSERT_FALSE(static_cast<bool>(F));
  EXPECT_THAT(toString(F.takeError()), HasSubstr("stripped"));
}

TEST_F(ExecutableTest, NamesOfTheSourceAreFound) {
  auto File = open(R"(
    namespace ns {
    __attribute__((noinline)) int f(int n) { return n; }
    __attribute__((noinline)) int g(int n) { return n; }
    __attribute__((noinline)) int g(long n) { return n; }
    }
    int main() { return ns::f(0) + ns::g(0) + ns::g(0l); })",
                   {"-x", "c++"});
  EXPECT_EQ(cantFail(File->findFunction("ns::f"))->Name, "_ZN2ns1fEi");
  EXPECT_EQ(cantFail(File->findFunction("ns::g(long)"))->Name, "_ZN2ns1gEl");
  EXPECT_EQ(cantFail(File->findFunction("_ZN2ns1gEi"))->Name, "_ZN2ns1gEi");
  EXPECT_EQ(File->nameAt(cantFail(File->findFunction("ns::f"))->Address),
            "ns::f");
  auto Ambiguous = File->findFunction("ns::g");
  ASSERT_FALSE(static_cast<bool>(Ambiguous));
  EXPECT_THAT(toString(Ambiguous.takeError()), HasSubstr("is ambiguous"));
}

TEST_F(ExecutableTest, DamagedFilesAreErrors) {
  auto Whole = cantFail(
      errorOrToExpected(MemoryBuffer::getFile(compile(TwoFunctions, {"-g"}))));
  // The headers and the symbol table lie at both ends.
  size_t Size = Whole->getBufferSize();
  for (size_t Cut :
       {size_t(4), size_t(20), size_t(63), size_t(100), Size / 2, Size - 100}) {
    auto File = Executable::read(MemoryBuffer::getMemBufferCopy(
        Whole->getBuffer().take_front(Cut), "cut"));
    ASSERT_FALSE(static_cast<bool>(File)) << Cut;
    std::string Message = toString(File.takeError());
    EXPECT_TRUE(StringRef(Message).starts_with("cut: ")) << Message;
  }
}

TEST_F(ExecutableTest, SectionsOfAnObjectDoNotOverlap) {
  auto File = open(R"(
    int other(int);
    int f(int n) { return other(n) + 1; }
    int g(int n) { return f(n) + 1; })",
                   {"-c", "-O1", "-g", "-ffunction-sections"});
  EXPECT_TRUE(File->isRelocatable());
  const FunctionSymbol *F = cantFail(File->findFunction("f"));
  const FunctionSymbol *G = cantFail(File->findFunction("g"));
  EXPECT_NE(F->Address, 0u);
  EXPECT_GE(G->Address, F->Address + F->Bytes);
  EXPECT_EQ(File->code(G->Address, G->Bytes).size(), G->Bytes);
  EXPECT_NE(File->code(F->Address, F->Bytes), File->code(G->Address, G->Bytes));
  EXPECT_EQ(File->locationOf(F->Address).Line, 3u);
  EXPECT_EQ(File->locationOf(G->Address).Line, 4u);
  const FunctionSymbol *Other = cantFail(File->findFunction("other"));
  EXPECT_EQ(File->nameAt(Other->Address), "other");
  EXPECT_TRUE(File->code(Other->Address, 1).empty());
}

TEST_F(ExecutableTest, DamagedObjectsAreErrorsOrHaveLess) {
  auto Whole = cantFail(errorOrToExpected(
      MemoryBuffer::getFile(compile(TwoFunctions, {"-c", "-O1"}))));
  for (size_t At = 0; At < Whole->getBufferSize(); ++At) {
    auto Damaged = WritableMemoryBuffer::getNewUninitMemBuffer(
        Whole->getBufferSize(), "damaged");
    llvm::copy(Whole->getBuffer(), Damaged->getBufferStart());
    Damaged->getBufferStart()[At] ^= 0x55;
    auto File = Executable::read(std::move(Damaged));
    if (!File) {
      std::string Message = toString(File.takeError());
      EXPECT_TRUE(StringRef(Message).starts_with("damaged: ")) << Message;
      continue;
    }
    for (const FunctionSymbol &F : (*File)->functions()) {
      EXPECT_LE((*File)->code(F.Address, F.Bytes).size(),
                Whole->getBufferSize());
      (*File)->locationOf(F.Address);
    }
  }
}

TEST_F(ExecutableTest, TheUnwinderKnowsFunctionsWithoutSymbols) {
  auto File = open(TwoFunctions, {"-O1"});
  auto Stripped = open(TwoFunctions, {"-O1", "-s"});
  uint64_t F = cantFail(File->findFunction("f"))->Address,
           Main = cantFail(File->findFunction("main"))->Address;
  EXPECT_EQ(Stripped->functionAt(F), nullptr);
  EXPECT_EQ(Stripped->frameAt(F), F);
  EXPECT_EQ(Stripped->frameAt(F + 1), F);
  EXPECT_EQ(Stripped->frameAt(Main), Main);
  EXPECT_EQ(Stripped->frameAt(0), 0u);
}
