//===- RandomProgram.cpp - Random programs with known depths --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomProgram.h"
#include <algorithm>

using namespace rafter;

RandomProgram::RandomProgram(unsigned Seed) : Random(Seed) {
  for (unsigned I = 0; I != 4; ++I)
    Functions.push_back({I, block(I, 0, 6 + pick(8))});
}

std::vector<RandomProgram::Statement>
RandomProgram::block(unsigned Function, unsigned Depth, unsigned Length) {
  std::vector<Statement> Body;
  for (unsigned I = 0; I != Length; ++I)
    Body.push_back(statement(Function, Depth));
  return Body;
}

RandomProgram::Statement RandomProgram::statement(unsigned Function,
                                                  unsigned Depth) {
  Statement S;
  do
    S.K = static_cast<Kind>(pick(static_cast<unsigned>(Kind::NumKinds)));
  while ((S.K == Kind::SelfCall && Depth != 0) ||
         (S.K == Kind::Call && Function == 0) ||
         ((S.K == Kind::Loop || S.K == Kind::If) && Depth == 3));
  S.A = Random();
  S.B = Random();
  S.C = Random();
  S.D = Random();
  // The callee stands in the upper half of D.
  if (S.K == Kind::Call)
    S.D = (S.D & 0xffff) | pick(Function) << 16;
  if (S.K == Kind::SelfCall)
    S.D = (S.D & 0xffff) | Function << 16;
  for (int &M : S.Mask)
    M = pick(2 * Lanes);
  if (S.K == Kind::Loop || S.K == Kind::If)
    S.Body = block(Function, Depth + 1, 1 + pick(5));
  if (S.K == Kind::If)
    S.Else = block(Function, Depth + 1, pick(4));
  return S;
}

//===----------------------------------------------------------------------===//
// Interpretation
//===----------------------------------------------------------------------===//

DepthHistogram RandomProgram::depths() const {
  DepthHistogram H;
  call(Functions.size() - 1, 2, State{{}, {}, 0, 0}, 0, 0, H);
  return H;
}

RandomProgram::State RandomProgram::call(unsigned Function, unsigned Count,
                                         const State &From, unsigned A,
                                         unsigned B, DepthHistogram &H) const {
  State Callee{{}, {}, Count, 0};
  Callee.Scalars[0] = From.Scalars[A % NumScalars];
  Callee.Vectors[0] = From.Vectors[B % NumVectors];
  Callee.Scalars[1] = From.Scalars[B % NumScalars];
  execute(Functions[Function].Body, Callee, H);
  return Callee;
}

void RandomProgram::takeResult(const State &Callee, unsigned Function,
                               const Statement &S, State &V) const {
  switch (Function % 3) {
  case 0:
    V.Scalars[S.C % NumScalars] = Callee.Scalars[2];
    break;
  case 1:
    V.Vectors[S.C % NumVectors] = Callee.Vectors[1];
    break;
  default:
    V.Scalars[S.C % NumScalars] = Callee.Scalars[3];
    V.Scalars[S.D % NumScalars] = Callee.Scalars[2];
  }
}

void RandomProgram::execute(const std::vector<Statement> &Body, State &V,
                            DepthHistogram &H) const {
  for (const Statement &S : Body)
    execute(S, V, H);
}

void RandomProgram::execute(const Statement &S, State &V,
                            DepthHistogram &H) const {
  auto Scalar = [&](unsigned I) -> unsigned & {
    return V.Scalars[I % NumScalars];
  };
  auto Wide = [&](unsigned I) -> Vector & { return V.Vectors[I % NumVectors]; };
  auto Node = [&](unsigned Deepest) {
    ++H[Deepest + 1];
    return Deepest + 1;
  };
  switch (S.K) {
  case Kind::Binary:
    Scalar(S.A) = Node(std::max(Scalar(S.B), Scalar(S.C)));
    break;
  case Kind::Fused:
    Scalar(S.A) = Node(std::max({Scalar(S.B), Scalar(S.C), Scalar(S.D)}));
    break;
  case Kind::Constant:
    Scalar(S.A) = 0;
    break;
  case Kind::Copy:
  case Kind::Negate:
    Scalar(S.A) = Scalar(S.B);
    break;
  case Kind::Swap:
    std::swap(Scalar(S.A), Scalar(S.B));
    break;
  case Kind::Minimum:
    Scalar(S.A) = std::max(Scalar(S.B), Scalar(S.C));
    break;
  case Kind::Load:
    Scalar(S.A) = Node(0);
    break;
  case Kind::Store:
    Node(Scalar(S.A));
    break;
  case Kind::VectorBinary: {
    Vector B = Wide(S.B), C = Wide(S.C);
    for (unsigned L = 0; L != Lanes; ++L)
      Wide(S.A)[L] = Node(std::max(B[L], C[L]));
    break;
  }
  case Kind::Insert:
    Wide(S.A)[S.B % Lanes] = Scalar(S.C);
    break;
  case Kind::Extract:
    Scalar(S.A) = Wide(S.B)[S.C % Lanes];
    break;
  case Kind::Shuffle: {
    Vector B = Wide(S.B), C = Wide(S.C);
    for (unsigned L = 0; L != Lanes; ++L)
      Wide(S.A)[L] =
          S.Mask[L] < int(Lanes) ? B[S.Mask[L]] : C[S.Mask[L] - Lanes];
    break;
  }
  case Kind::Splat:
    Wide(S.A).fill(Scalar(S.B));
    break;
  case Kind::Reduce:
    for (unsigned Sum = Scalar(S.B), L = 0; L != Lanes; ++L)
      Scalar(S.A) = Sum = Node(std::max(Sum, Wide(S.C)[L]));
    break;
  case Kind::VectorLoad:
    for (unsigned L = 0; L != Lanes; ++L)
      Wide(S.A)[L] = Node(0);
    break;
  case Kind::VectorStore:
    for (unsigned L = 0; L != Lanes; ++L)
      Node(Wide(S.A)[L]);
    break;
  case Kind::Loop: {
    unsigned Outer = V.Iteration;
    for (unsigned I = 0; I != S.A % 4; ++I) {
      V.Iteration = I;
      execute(S.Body, V, H);
    }
    V.Iteration = Outer;
    break;
  }
  case Kind::If:
    execute((V.Iteration + V.Count) & 1 ? S.Body : S.Else, V, H);
    break;
  case Kind::Call: {
    unsigned Callee = S.D >> 16;
    takeResult(call(Callee, 1, V, S.A, S.B, H), Callee, S, V);
    break;
  }
  case Kind::SelfCall: {
    unsigned Callee = S.D >> 16;
    if (V.Count == 0)
      break;
    takeResult(call(Callee, V.Count - 1, V, S.A, S.B, H), Callee, S, V);
    break;
  }
  case Kind::NumKinds:
    break;
  }
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

/// Emits one function. Variables are allocas, promoted later: that is where phi
/// nodes of all shapes come from.
class RandomProgram::Emitter {
public:
  Emitter(llvm::Function &F, const std::vector<llvm::Function *> &Callees)
      : F(F), Callees(Callees), B(F.getContext()) {}

  void emit(const Function &Source) {
    B.SetInsertPoint(llvm::BasicBlock::Create(F.getContext(), "entry", &F));
    for (auto *&S : Scalars)
      S = variable(B.getDoubleTy());
    for (auto *&V : Vectors)
      V = variable(wide());
    Iteration = variable(B.getInt32Ty());
    B.CreateStore(F.getArg(1), Scalars[0]);
    B.CreateStore(F.getArg(2), Vectors[0]);
    B.CreateStore(F.getArg(3), Scalars[1]);
    emit(Source.Body);
    switch (Source.Number % 3) {
    case 0:
      B.CreateRet(scalar(2));
      break;
    case 1:
      B.CreateRet(vector(1));
      break;
    default:
      llvm::Value *Pair = llvm::PoisonValue::get(F.getReturnType());
      Pair = B.CreateInsertValue(Pair, scalar(3), 0);
      B.CreateRet(B.CreateInsertValue(Pair, scalar(2), 1));
    }
  }

private:
  llvm::Type *wide() {
    return llvm::FixedVectorType::get(B.getDoubleTy(), Lanes);
  }
  llvm::AllocaInst *variable(llvm::Type *T) {
    llvm::AllocaInst *A = B.CreateAlloca(T);
    B.CreateStore(llvm::Constant::getNullValue(T), A);
    return A;
  }
  llvm::Value *load(llvm::AllocaInst *A) {
    return B.CreateLoad(A->getAllocatedType(), A);
  }
  llvm::Value *scalar(unsigned I) { return load(Scalars[I % NumScalars]); }
  llvm::Value *vector(unsigned I) { return load(Vectors[I % NumVectors]); }
  void setScalar(unsigned I, llvm::Value *V) {
    B.CreateStore(V, Scalars[I % NumScalars]);
  }
  void setVector(unsigned I, llvm::Value *V) {
    B.CreateStore(V, Vectors[I % NumVectors]);
  }
  llvm::Value *binary(unsigned Op, llvm::Value *X, llvm::Value *Y) {
    using llvm::Instruction;
    static const Instruction::BinaryOps Ops[] = {
        Instruction::FAdd, Instruction::FSub, Instruction::FMul,
        Instruction::FDiv};
    return B.CreateBinOp(Ops[Op % 4], X, Y);
  }
  llvm::Value *memory() { return F.getParent()->getNamedValue("memory"); }
  llvm::BasicBlock *newBlock() {
    return llvm::BasicBlock::Create(F.getContext(), "", &F);
  }
  void emit(const std::vector<Statement> &Body) {
    for (const Statement &S : Body)
      emit(S);
  }
  void emitLoop(const Statement &S);
  void emitIf(llvm::Value *Condition, llvm::function_ref<void()> Then,
              llvm::function_ref<void()> Else);
  void emitCall(const Statement &S, llvm::Value *Count);
  void emit(const Statement &S);

  llvm::Function &F;
  const std::vector<llvm::Function *> &Callees;
  llvm::IRBuilder<> B;
  llvm::AllocaInst *Scalars[NumScalars], *Vectors[NumVectors];
  llvm::AllocaInst *Iteration;
};

void RandomProgram::Emitter::emitLoop(const Statement &S) {
  llvm::Value *Outer = load(Iteration);
  llvm::AllocaInst *Index = variable(B.getInt32Ty());
  llvm::BasicBlock *Test = newBlock(), *Body = newBlock(), *Exit = newBlock();
  B.CreateBr(Test);
  B.SetInsertPoint(Test);
  llvm::Value *I = load(Index);
  B.CreateCondBr(B.CreateICmpNE(I, B.getInt32(S.A % 4)), Body, Exit);
  B.SetInsertPoint(Body);
  B.CreateStore(I, Iteration);
  emit(S.Body);
  B.CreateStore(B.CreateAdd(load(Index), B.getInt32(1)), Index);
  B.CreateBr(Test);
  B.SetInsertPoint(Exit);
  B.CreateStore(Outer, Iteration);
}

void RandomProgram::Emitter::emitIf(llvm::Value *Condition,
                                    llvm::function_ref<void()> Then,
                                    llvm::function_ref<void()> Else) {
  llvm::BasicBlock *Yes = newBlock(), *No = newBlock(), *Join = newBlock();
  B.CreateCondBr(Condition, Yes, No);
  B.SetInsertPoint(Yes);
  Then();
  B.CreateBr(Join);
  B.SetInsertPoint(No);
  Else();
  B.CreateBr(Join);
  B.SetInsertPoint(Join);
}

void RandomProgram::Emitter::emitCall(const Statement &S, llvm::Value *Count) {
  unsigned Number = S.D >> 16;
  llvm::Value *Result = B.CreateCall(
      Callees[Number], {Count, scalar(S.A), vector(S.B), scalar(S.B)});
  switch (Number % 3) {
  case 0:
    return setScalar(S.C, Result);
  case 1:
    return setVector(S.C, Result);
  default:
    setScalar(S.C, B.CreateExtractValue(Result, 0));
    setScalar(S.D, B.CreateExtractValue(Result, 1));
  }
}

void RandomProgram::Emitter::emit(const Statement &S) {
  switch (S.K) {
  case Kind::Binary:
    return setScalar(S.A, binary(S.D, scalar(S.B), scalar(S.C)));
  case Kind::Fused:
    return setScalar(
        S.A, B.CreateIntrinsic(llvm::Intrinsic::fma, {B.getDoubleTy()},
                               {scalar(S.B), scalar(S.C), scalar(S.D)}));
  case Kind::Constant:
    return setScalar(S.A, llvm::ConstantFP::get(B.getDoubleTy(), 1.5));
  case Kind::Copy:
    return setScalar(S.A, scalar(S.B));
  case Kind::Negate:
    return setScalar(S.A, B.CreateFNeg(scalar(S.B)));
  case Kind::Swap: {
    llvm::Value *X = scalar(S.A), *Y = scalar(S.B);
    setScalar(S.A, Y);
    return setScalar(S.B, X);
  }
  case Kind::Minimum:
    return setScalar(S.A, B.CreateMinNum(scalar(S.B), scalar(S.C)));
  case Kind::Load:
    return setScalar(S.A, B.CreateLoad(B.getDoubleTy(), memory()));
  case Kind::Store:
    B.CreateStore(scalar(S.A), memory());
    return;
  case Kind::VectorBinary:
    return setVector(S.A, binary(S.D, vector(S.B), vector(S.C)));
  case Kind::Insert:
    return setVector(S.A, B.CreateInsertElement(vector(S.A), scalar(S.C),
                                                uint64_t(S.B % Lanes)));
  case Kind::Extract:
    return setScalar(
        S.A, B.CreateExtractElement(vector(S.B), uint64_t(S.C % Lanes)));
  case Kind::Shuffle:
    return setVector(S.A, B.CreateShuffleVector(vector(S.B), vector(S.C),
                                                llvm::ArrayRef<int>(S.Mask)));
  case Kind::Splat:
    return setVector(S.A, B.CreateVectorSplat(Lanes, scalar(S.B)));
  case Kind::Reduce:
    return setScalar(S.A, B.CreateFAddReduce(scalar(S.B), vector(S.C)));
  case Kind::VectorLoad:
    return setVector(S.A, B.CreateLoad(wide(), memory()));
  case Kind::VectorStore:
    B.CreateStore(vector(S.A), memory());
    return;
  case Kind::Loop:
    return emitLoop(S);
  case Kind::If:
    return emitIf(
        B.CreateTrunc(B.CreateAdd(load(Iteration), F.getArg(0)), B.getInt1Ty()),
        [&] { emit(S.Body); }, [&] { emit(S.Else); });
  case Kind::Call:
    return emitCall(S, B.getInt32(1));
  case Kind::SelfCall:
    return emitIf(
        B.CreateIsNotNull(F.getArg(0)),
        [&] { emitCall(S, B.CreateSub(F.getArg(0), B.getInt32(1))); }, [] {});
  case Kind::NumKinds:
    return;
  }
}

std::unique_ptr<llvm::Module>
RandomProgram::emit(llvm::LLVMContext &Context) const {
  auto M = std::make_unique<llvm::Module>("random", Context);
  llvm::Type *Double = llvm::Type::getDoubleTy(Context);
  llvm::Type *Int = llvm::Type::getInt32Ty(Context);
  llvm::Type *Wide = llvm::FixedVectorType::get(Double, Lanes);
  auto *Memory = new llvm::GlobalVariable(
      *M, Wide, false, llvm::GlobalValue::InternalLinkage,
      llvm::Constant::getNullValue(Wide), "memory");
  Memory->setAlignment(llvm::Align(64));
  std::vector<llvm::Function *> Emitted;
  for (const Function &F : Functions) {
    llvm::Type *Results[] = {Double, Wide,
                             llvm::StructType::get(Double, Double)};
    auto *T = llvm::FunctionType::get(Results[F.Number % 3],
                                      {Int, Double, Wide, Double}, false);
    Emitted.push_back(llvm::Function::Create(T,
                                             llvm::GlobalValue::InternalLinkage,
                                             "f" + llvm::Twine(F.Number), *M));
    Emitter(*Emitted.back(), Emitted).emit(F);
  }
  auto *Main =
      llvm::Function::Create(llvm::FunctionType::get(Int, false),
                             llvm::GlobalValue::ExternalLinkage, "main", *M);
  llvm::IRBuilder<> B(llvm::BasicBlock::Create(Context, "", Main));
  B.CreateCall(Emitted.back(),
               {B.getInt32(2), llvm::Constant::getNullValue(Double),
                llvm::Constant::getNullValue(Wide),
                llvm::Constant::getNullValue(Double)});
  B.CreateRet(B.getInt32(0));
  return M;
}
