//===- TimedProgramTest.cpp - Where timed code lies -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Passes/TimedProgram.h"
#include "Modules.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

using namespace rafter;

namespace {

/// main ends with the places of the code of kernel, of its own and of data in
/// a line, in units of 16 bytes.
constexpr const char *SaysItsPlaces = R"(
  @data = internal global [3 x i64] zeroinitializer, align 16
  define i64 @kernel() noinline {
    %at = ptrtoint ptr @kernel to i64
    %place = lshr i64 %at, 4
    %of.line = and i64 %place, 3
    ret i64 %of.line
  }
  define i32 @main() {
    %code = call i64 @kernel()
    %main = ptrtoint ptr @main to i64
    %main.place = and i64 %main, 48
    %data = ptrtoint ptr @data to i64
    %data.place = and i64 %data, 48
    %shifted = lshr i64 %data.place, 2
    %two = or i64 %code, %shifted
    %three = or i64 %two, %main.place
    %status = trunc i64 %three to i32
    ret i32 %status
  })";

} // namespace

TEST(TimedProgram, PutsTheCodeAtEachPlaceAndMovesNothingElse) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::InitializeNativeTargetAsmParser();
  ParsedModule Parsed(SaysItsPlaces);
  Parsed.M->setTargetTriple(llvm::Triple(llvm::sys::getProcessTriple()));
  Parsed.M->setPICLevel(llvm::PICLevel::BigPIC);
  Parsed.M->setPIELevel(llvm::PIELevel::Large);
  std::vector<int> Others;
  for (unsigned Place = 0; Place != TimedProgram::Places; ++Place) {
    llvm::Expected<TimedProgram> P =
        TimedProgram::create(*Parsed.M, "kernel", Place);
    ASSERT_TRUE(bool(P)) << llvm::toString(P.takeError());
    llvm::Expected<TimedRun> Run = P->run({}, /*TimeLimit=*/10);
    ASSERT_TRUE(bool(Run)) << llvm::toString(Run.takeError());
    EXPECT_EQ(unsigned(Run->ExitStatus) & 3, Place);
    Others.push_back(Run->ExitStatus >> 2);
  }
  EXPECT_EQ(Others, std::vector<int>(TimedProgram::Places, Others.front()));
}
