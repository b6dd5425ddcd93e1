
%struct.node = type { ptr, i64 }

@table = dso_local global [4 x ptr] zeroinitializer, align 16

; Function Attrs: nounwind uwtable
define dso_local double @sum(ptr %a, i64 %n) {
entry:
  %a.addr = alloca ptr, align 8
  %n.addr = alloca i64, align 8
  %s = alloca double, align 8
  %i = alloca i64, align 8
  store ptr %a, ptr %a.addr, align 8
  store i64 %n, ptr %n.addr, align 8
  call void @llvm.lifetime.start.p0(ptr %s)
  store double 0.000000e+00, ptr %s, align 8
  call void @llvm.lifetime.start.p0(ptr %i)
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i64, ptr %i, align 8
  %1 = load i64, ptr %n.addr, align 8
  %cmp = icmp slt i64 %0, %1
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  call void @llvm.lifetime.end.p0(ptr %i)
  br label %for.end

for.body:                                         ; preds = %for.cond
  %2 = load ptr, ptr %a.addr, align 8
  %3 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds double, ptr %2, i64 %3
  %4 = load double, ptr %arrayidx, align 8
  %5 = load double, ptr %s, align 8
  %add = fadd double %5, %4
  store double %add, ptr %s, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %6 = load i64, ptr %i, align 8
  %inc = add nsw i64 %6, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond.cleanup
  %7 = load double, ptr %s, align 8
  call void @llvm.lifetime.end.p0(ptr %s)
  ret double %7
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none))

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none))

; Function Attrs: nounwind uwtable
define dso_local void @saxpy(ptr noalias %y, ptr noalias %x, float %a, i64 %n) {
entry:
  %y.addr = alloca ptr, align 8
  %x.addr = alloca ptr, align 8
  %a.addr = alloca float, align 4
  %n.addr = alloca i64, align 8
  %i = alloca i64, align 8
  store ptr %y, ptr %y.addr, align 8
  store ptr %x, ptr %x.addr, align 8
  store float %a, ptr %a.addr, align 4
  store i64 %n, ptr %n.addr, align 8
  call void @llvm.lifetime.start.p0(ptr %i)
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i64, ptr %i, align 8
  %1 = load i64, ptr %n.addr, align 8
  %cmp = icmp slt i64 %0, %1
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  call void @llvm.lifetime.end.p0(ptr %i)
  br label %for.end

for.body:                                         ; preds = %for.cond
  %2 = load float, ptr %a.addr, align 4
  %3 = load ptr, ptr %x.addr, align 8
  %4 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds float, ptr %3, i64 %4
  %5 = load float, ptr %arrayidx, align 4
  %6 = load ptr, ptr %y.addr, align 8
  %7 = load i64, ptr %i, align 8
  %arrayidx1 = getelementptr inbounds float, ptr %6, i64 %7
  %8 = load float, ptr %arrayidx1, align 4
  %9 = call float @llvm.fmuladd.f32(float %2, float %5, float %8)
  store float %9, ptr %arrayidx1, align 4
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %10 = load i64, ptr %i, align 8
  %inc = add nsw i64 %10, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fmuladd.f32(float, float, float)

; Function Attrs: nounwind uwtable
define dso_local i32 @dot(ptr %a, ptr %b, i32 %n) {
entry:
  %a.addr = alloca ptr, align 8
  %b.addr = alloca ptr, align 8
  %n.addr = alloca i32, align 4
  %s = alloca i32, align 4
  %i = alloca i32, align 4
  store ptr %a, ptr %a.addr, align 8
  store ptr %b, ptr %b.addr, align 8
  store i32 %n, ptr %n.addr, align 4
  call void @llvm.lifetime.start.p0(ptr %s)
  store i32 0, ptr %s, align 4
  call void @llvm.lifetime.start.p0(ptr %i)
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4
  %1 = load i32, ptr %n.addr, align 4
  %cmp = icmp slt i32 %0, %1
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  call void @llvm.lifetime.end.p0(ptr %i)
  br label %for.end

for.body:                                         ; preds = %for.cond
  %2 = load ptr, ptr %a.addr, align 8
  %3 = load i32, ptr %i, align 4
  %idxprom = sext i32 %3 to i64
  %arrayidx = getelementptr inbounds i32, ptr %2, i64 %idxprom
  %4 = load i32, ptr %arrayidx, align 4
  %5 = load ptr, ptr %b.addr, align 8
  %6 = load i32, ptr %i, align 4
  %idxprom1 = sext i32 %6 to i64
  %arrayidx2 = getelementptr inbounds i32, ptr %5, i64 %idxprom1
  %7 = load i32, ptr %arrayidx2, align 4
  %mul = mul nsw i32 %4, %7
  %8 = load i32, ptr %s, align 4
  %add = add nsw i32 %8, %mul
  store i32 %add, ptr %s, align 4
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %9 = load i32, ptr %i, align 4
  %inc = add nsw i32 %9, 1
  store i32 %inc, ptr %i, align 4
  br label %for.cond

for.end:                                          ; preds = %for.cond.cleanup
  %10 = load i32, ptr %s, align 4
  call void @llvm.lifetime.end.p0(ptr %s)
  ret i32 %10
}

; Function Attrs: nounwind uwtable
define dso_local i64 @hash(ptr %p, i64 %n) {
entry:
  %p.addr = alloca ptr, align 8
  %n.addr = alloca i64, align 8
  %h = alloca i64, align 8
  %i = alloca i64, align 8
  store ptr %p, ptr %p.addr, align 8
  store i64 %n, ptr %n.addr, align 8
  call void @llvm.lifetime.start.p0(ptr %h)
  store i64 1469598103934665603, ptr %h, align 8
  call void @llvm.lifetime.start.p0(ptr %i)
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i64, ptr %i, align 8
  %1 = load i64, ptr %n.addr, align 8
  %cmp = icmp slt i64 %0, %1
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  call void @llvm.lifetime.end.p0(ptr %i)
  br label %for.end

for.body:                                         ; preds = %for.cond
  %2 = load ptr, ptr %p.addr, align 8
  %3 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds i8, ptr %2, i64 %3
  %4 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %4 to i64
  %5 = load i64, ptr %h, align 8
  %xor = xor i64 %5, %conv
  store i64 %xor, ptr %h, align 8
  %6 = load i64, ptr %h, align 8
  %mul = mul i64 %6, 1099511628211
  store i64 %mul, ptr %h, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %7 = load i64, ptr %i, align 8
  %inc = add nsw i64 %7, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond.cleanup
  %8 = load i64, ptr %h, align 8
  call void @llvm.lifetime.end.p0(ptr %h)
  ret i64 %8
}

; Function Attrs: nounwind uwtable
define dso_local i64 @classify(i64 %x) {
entry:
  %retval = alloca i64, align 8
  %x.addr = alloca i64, align 8
  store i64 %x, ptr %x.addr, align 8
  %0 = load i64, ptr %x.addr, align 8
  switch i64 %0, label %sw.default [
    i64 0, label %sw.bb
    i64 1, label %sw.bb1
    i64 2, label %sw.bb2
    i64 3, label %sw.bb3
    i64 4, label %sw.bb4
    i64 5, label %sw.bb7
    i64 6, label %sw.bb8
    i64 7, label %sw.bb9
  ]

sw.bb:                                            ; preds = %entry
  store i64 17, ptr %retval, align 8
  br label %return

sw.bb1:                                           ; preds = %entry
  %call = call i32 @external(i32 3)
  %conv = sext i32 %call to i64
  store i64 %conv, ptr %retval, align 8
  br label %return

sw.bb2:                                           ; preds = %entry
  %1 = load i64, ptr %x.addr, align 8
  %mul = mul nsw i64 %1, 5
  store i64 %mul, ptr %retval, align 8
  br label %return

sw.bb3:                                           ; preds = %entry
  store i64 99, ptr %retval, align 8
  br label %return

sw.bb4:                                           ; preds = %entry
  %call5 = call i32 @external(i32 1)
  %add = add nsw i32 %call5, 2
  %conv6 = sext i32 %add to i64
  store i64 %conv6, ptr %retval, align 8
  br label %return

sw.bb7:                                           ; preds = %entry
  store i64 12, ptr %retval, align 8
  br label %return

sw.bb8:                                           ; preds = %entry
  store i64 -4, ptr %retval, align 8
  br label %return

sw.bb9:                                           ; preds = %entry
  %2 = load i64, ptr %x.addr, align 8
  %conv10 = trunc i64 %2 to i32
  %call11 = call i32 @external(i32 %conv10)
  %conv12 = sext i32 %call11 to i64
  store i64 %conv12, ptr %retval, align 8
  br label %return

sw.default:                                       ; preds = %entry
  store i64 0, ptr %retval, align 8
  br label %return

return:                                           ; preds = %sw.default, %sw.bb9, %sw.bb8, %sw.bb7, %sw.bb4, %sw.bb3, %sw.bb2, %sw.bb1, %sw.bb
  %3 = load i64, ptr %retval, align 8
  ret i64 %3
}

declare i32 @external(i32 noundef)

; Function Attrs: nounwind uwtable
define dso_local i32 @tail(i32 %x) {
entry:
  %x.addr = alloca i32, align 4
  store i32 %x, ptr %x.addr, align 4
  %0 = load i32, ptr %x.addr, align 4
  %add = add nsw i32 %0, 1
  %call = call i32 @external(i32 %add)
  ret i32 %call
}

; Function Attrs: nounwind uwtable
define dso_local double @call(double %x) {
entry:
  %x.addr = alloca double, align 8
  store double %x, ptr %x.addr, align 8
  %0 = load double, ptr %x.addr, align 8
  %call = call double @extern_d(double %0)
  %1 = load double, ptr %x.addr, align 8
  %add = fadd double %1, 1.000000e+00
  %call1 = call double @extern_d(double %add)
  %2 = call double @llvm.fmuladd.f64(double %call, double 2.000000e+00, double %call1)
  ret double %2
}

declare double @extern_d(double noundef)

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double)

; Function Attrs: nounwind uwtable
define dso_local void @sort(ptr %a, i32 %n) {
entry:
  %a.addr = alloca ptr, align 8
  %n.addr = alloca i32, align 4
  %i = alloca i32, align 4
  %v = alloca i32, align 4
  %j = alloca i32, align 4
  store ptr %a, ptr %a.addr, align 8
  store i32 %n, ptr %n.addr, align 4
  call void @llvm.lifetime.start.p0(ptr %i)
  store i32 1, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4
  %1 = load i32, ptr %n.addr, align 4
  %cmp = icmp slt i32 %0, %1
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  call void @llvm.lifetime.end.p0(ptr %i)
  br label %for.end

for.body:                                         ; preds = %for.cond
  call void @llvm.lifetime.start.p0(ptr %v)
  %2 = load ptr, ptr %a.addr, align 8
  %3 = load i32, ptr %i, align 4
  %idxprom = sext i32 %3 to i64
  %arrayidx = getelementptr inbounds i32, ptr %2, i64 %idxprom
  %4 = load i32, ptr %arrayidx, align 4
  store i32 %4, ptr %v, align 4
  call void @llvm.lifetime.start.p0(ptr %j)
  %5 = load i32, ptr %i, align 4
  %sub = sub nsw i32 %5, 1
  store i32 %sub, ptr %j, align 4
  br label %while.cond

while.cond:                                       ; preds = %while.body, %for.body
  %6 = load i32, ptr %j, align 4
  %cmp1 = icmp sge i32 %6, 0
  br i1 %cmp1, label %land.rhs, label %land.end

land.rhs:                                         ; preds = %while.cond
  %7 = load ptr, ptr %a.addr, align 8
  %8 = load i32, ptr %j, align 4
  %idxprom2 = sext i32 %8 to i64
  %arrayidx3 = getelementptr inbounds i32, ptr %7, i64 %idxprom2
  %9 = load i32, ptr %arrayidx3, align 4
  %10 = load i32, ptr %v, align 4
  %cmp4 = icmp sgt i32 %9, %10
  br label %land.end

land.end:                                         ; preds = %land.rhs, %while.cond
  %11 = phi i1 [ false, %while.cond ], [ %cmp4, %land.rhs ]
  br i1 %11, label %while.body, label %while.end

while.body:                                       ; preds = %land.end
  %12 = load ptr, ptr %a.addr, align 8
  %13 = load i32, ptr %j, align 4
  %idxprom5 = sext i32 %13 to i64
  %arrayidx6 = getelementptr inbounds i32, ptr %12, i64 %idxprom5
  %14 = load i32, ptr %arrayidx6, align 4
  %15 = load ptr, ptr %a.addr, align 8
  %16 = load i32, ptr %j, align 4
  %add = add nsw i32 %16, 1
  %idxprom7 = sext i32 %add to i64
  %arrayidx8 = getelementptr inbounds i32, ptr %15, i64 %idxprom7
  store i32 %14, ptr %arrayidx8, align 4
  %17 = load i32, ptr %j, align 4
  %dec = add nsw i32 %17, -1
  store i32 %dec, ptr %j, align 4
  br label %while.cond

while.end:                                        ; preds = %land.end
  %18 = load i32, ptr %v, align 4
  %19 = load ptr, ptr %a.addr, align 8
  %20 = load i32, ptr %j, align 4
  %add9 = add nsw i32 %20, 1
  %idxprom10 = sext i32 %add9 to i64
  %arrayidx11 = getelementptr inbounds i32, ptr %19, i64 %idxprom10
  store i32 %18, ptr %arrayidx11, align 4
  call void @llvm.lifetime.end.p0(ptr %j)
  call void @llvm.lifetime.end.p0(ptr %v)
  br label %for.inc

for.inc:                                          ; preds = %while.end
  %21 = load i32, ptr %i, align 4
  %inc = add nsw i32 %21, 1
  store i32 %inc, ptr %i, align 4
  br label %for.cond

for.end:                                          ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local i64 @fib(i64 %n) {
entry:
  %n.addr = alloca i64, align 8
  store i64 %n, ptr %n.addr, align 8
  %0 = load i64, ptr %n.addr, align 8
  %cmp = icmp slt i64 %0, 2
  br i1 %cmp, label %cond.true, label %cond.false

cond.true:                                        ; preds = %entry
  %1 = load i64, ptr %n.addr, align 8
  br label %cond.end

cond.false:                                       ; preds = %entry
  %2 = load i64, ptr %n.addr, align 8
  %sub = sub nsw i64 %2, 1
  %call = call i64 @fib(i64 %sub)
  %3 = load i64, ptr %n.addr, align 8
  %sub1 = sub nsw i64 %3, 2
  %call2 = call i64 @fib(i64 %sub1)
  %add = add nsw i64 %call, %call2
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i64 [ %1, %cond.true ], [ %add, %cond.false ]
  ret i64 %cond
}

; Function Attrs: nounwind uwtable
define dso_local double @mixed(i32 %a, float %b, i16 %c, i64 %d) {
entry:
  %a.addr = alloca i32, align 4
  %b.addr = alloca float, align 4
  %c.addr = alloca i16, align 2
  %d.addr = alloca i64, align 8
  store i32 %a, ptr %a.addr, align 4
  store float %b, ptr %b.addr, align 4
  store i16 %c, ptr %c.addr, align 2
  store i64 %d, ptr %d.addr, align 8
  %0 = load i32, ptr %a.addr, align 4
  %conv = sitofp i32 %0 to double
  %1 = load float, ptr %b.addr, align 4
  %conv1 = fpext float %1 to double
  %div = fdiv double %conv, %conv1
  %2 = load i16, ptr %c.addr, align 2
  %conv2 = uitofp i16 %2 to double
  %3 = load i64, ptr %d.addr, align 8
  %conv3 = sitofp i64 %3 to float
  %conv4 = fpext float %conv3 to double
  %4 = call double @llvm.fmuladd.f64(double %conv2, double %conv4, double %div)
  ret double %4
}

; Function Attrs: nounwind uwtable
define dso_local i64 @divide(i64 %a, i64 %b) {
entry:
  %a.addr = alloca i64, align 8
  %b.addr = alloca i64, align 8
  store i64 %a, ptr %a.addr, align 8
  store i64 %b, ptr %b.addr, align 8
  %0 = load i64, ptr %a.addr, align 8
  %1 = load i64, ptr %b.addr, align 8
  %div = udiv i64 %0, %1
  %2 = load i64, ptr %a.addr, align 8
  %3 = load i64, ptr %b.addr, align 8
  %rem = urem i64 %2, %3
  %add = add i64 %div, %rem
  ret i64 %add
}

; Function Attrs: nounwind uwtable
define dso_local double @root(double %x) {
entry:
  %x.addr = alloca double, align 8
  store double %x, ptr %x.addr, align 8
  %0 = load double, ptr %x.addr, align 8
  %call = call double @sqrt(double %0)
  %1 = load double, ptr %x.addr, align 8
  %div = fdiv double 1.000000e+00, %1
  %add = fadd double %call, %div
  ret double %add
}

; Function Attrs: nounwind
declare double @sqrt(double noundef)

; Function Attrs: nounwind uwtable
define dso_local void @zero(ptr %p, ptr %q, i64 %n) {
entry:
  %p.addr = alloca ptr, align 8
  %q.addr = alloca ptr, align 8
  %n.addr = alloca i64, align 8
  %i = alloca i64, align 8
  store ptr %p, ptr %p.addr, align 8
  store ptr %q, ptr %q.addr, align 8
  store i64 %n, ptr %n.addr, align 8
  call void @llvm.lifetime.start.p0(ptr %i)
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i64, ptr %i, align 8
  %1 = load i64, ptr %n.addr, align 8
  %cmp = icmp slt i64 %0, %1
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  call void @llvm.lifetime.end.p0(ptr %i)
  br label %for.end

for.body:                                         ; preds = %for.cond
  %2 = load ptr, ptr %p.addr, align 8
  %3 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds double, ptr %2, i64 %3
  store double 0.000000e+00, ptr %arrayidx, align 8
  %4 = load ptr, ptr %p.addr, align 8
  %5 = load i64, ptr %i, align 8
  %arrayidx1 = getelementptr inbounds double, ptr %4, i64 %5
  %6 = load double, ptr %arrayidx1, align 8
  %add = fadd double %6, 1.000000e+00
  %7 = load ptr, ptr %q.addr, align 8
  %8 = load i64, ptr %i, align 8
  %arrayidx2 = getelementptr inbounds double, ptr %7, i64 %8
  store double %add, ptr %arrayidx2, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %9 = load i64, ptr %i, align 8
  %inc = add nsw i64 %9, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @copy(ptr noalias %d, ptr noalias %s) {
entry:
  %d.addr = alloca ptr, align 8
  %s.addr = alloca ptr, align 8
  store ptr %d, ptr %d.addr, align 8
  store ptr %s, ptr %s.addr, align 8
  %0 = load ptr, ptr %d.addr, align 8
  %1 = load ptr, ptr %s.addr, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %0, ptr align 1 %1, i64 100, i1 false)
  ret void
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg)

; Function Attrs: nounwind uwtable
define dso_local i32 @locked(ptr %p, i32 %v) {
entry:
  %p.addr = alloca ptr, align 8
  %v.addr = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %atomic-temp1 = alloca i32, align 4
  store ptr %p, ptr %p.addr, align 8
  store i32 %v, ptr %v.addr, align 4
  %0 = load ptr, ptr %p.addr, align 8
  %1 = load i32, ptr %v.addr, align 4
  store i32 %1, ptr %.atomictmp, align 4
  %2 = load i32, ptr %.atomictmp, align 4
  %3 = atomicrmw add ptr %0, i32 %2 seq_cst, align 4
  store i32 %3, ptr %atomic-temp, align 4
  %4 = load i32, ptr %atomic-temp, align 4
  %5 = load ptr, ptr %p.addr, align 8
  %add.ptr = getelementptr inbounds i32, ptr %5, i64 1
  %6 = load atomic i32, ptr %add.ptr acquire, align 4
  store i32 %6, ptr %atomic-temp1, align 4
  %7 = load i32, ptr %atomic-temp1, align 4
  %add = add nsw i32 %4, %7
  ret i32 %add
}

; Function Attrs: nounwind uwtable
define dso_local i32 @flags(ptr %a, i64 %b, i32 %c) {
entry:
  %a.addr = alloca ptr, align 8
  %b.addr = alloca i64, align 8
  %c.addr = alloca i32, align 4
  %k = alloca i8, align 1
  store ptr %a, ptr %a.addr, align 8
  store i64 %b, ptr %b.addr, align 8
  store i32 %c, ptr %c.addr, align 4
  call void @llvm.lifetime.start.p0(ptr %k)
  %0 = load i32, ptr %c.addr, align 4
  %cmp = icmp sgt i32 %0, 3
  %conv = zext i1 %cmp to i32
  %conv1 = trunc i32 %conv to i8
  store i8 %conv1, ptr %k, align 1
  %1 = load i64, ptr %b.addr, align 8
  %2 = load ptr, ptr %a.addr, align 8
  %arrayidx = getelementptr inbounds i64, ptr %2, i64 0
  %3 = load i64, ptr %arrayidx, align 8
  %add = add i64 %3, %1
  store i64 %add, ptr %arrayidx, align 8
  %4 = load ptr, ptr %a.addr, align 8
  %arrayidx2 = getelementptr inbounds i64, ptr %4, i64 1
  %5 = load i64, ptr %arrayidx2, align 8
  %sub = sub i64 %5, 1
  store i64 %sub, ptr %arrayidx2, align 8
  %6 = load i32, ptr %c.addr, align 4
  %7 = load ptr, ptr %a.addr, align 8
  %arrayidx3 = getelementptr inbounds i64, ptr %7, i64 2
  %8 = load i64, ptr %arrayidx3, align 8
  %sh_prom = zext i32 %6 to i64
  %shl = shl i64 %8, %sh_prom
  store i64 %shl, ptr %arrayidx3, align 8
  %9 = load i64, ptr %b.addr, align 8
  %10 = call i64 @llvm.bswap.i64(i64 %9)
  %11 = load ptr, ptr %a.addr, align 8
  %arrayidx4 = getelementptr inbounds i64, ptr %11, i64 3
  store i64 %10, ptr %arrayidx4, align 8
  %12 = load i64, ptr %b.addr, align 8
  %shl5 = shl i64 %12, 7
  %13 = load i64, ptr %b.addr, align 8
  %shr = lshr i64 %13, 57
  %or = or i64 %shl5, %shr
  %14 = load ptr, ptr %a.addr, align 8
  %arrayidx6 = getelementptr inbounds i64, ptr %14, i64 4
  store i64 %or, ptr %arrayidx6, align 8
  %15 = load i64, ptr %b.addr, align 8
  %16 = call i64 @llvm.ctpop.i64(i64 %15)
  %cast = trunc i64 %16 to i32
  %17 = load i8, ptr %k, align 1
  %conv7 = zext i8 %17 to i32
  %add8 = add nsw i32 %cast, %conv7
  %18 = load ptr, ptr %a.addr, align 8
  %arrayidx9 = getelementptr inbounds i64, ptr %18, i64 0
  %19 = load i64, ptr %arrayidx9, align 8
  %20 = load i64, ptr %b.addr, align 8
  %cmp10 = icmp ugt i64 %19, %20
  %conv11 = zext i1 %cmp10 to i32
  %add12 = add nsw i32 %add8, %conv11
  %21 = load i32, ptr %c.addr, align 4
  %cmp13 = icmp slt i32 %21, 0
  br i1 %cmp13, label %cond.true, label %cond.false

cond.true:                                        ; preds = %entry
  %22 = load i64, ptr %b.addr, align 8
  %23 = call i64 @llvm.ctlz.i64(i64 %22, i1 true)
  %cast15 = trunc i64 %23 to i32
  br label %cond.end

cond.false:                                       ; preds = %entry
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %cast15, %cond.true ], [ 7, %cond.false ]
  %add16 = add nsw i32 %add12, %cond
  call void @llvm.lifetime.end.p0(ptr %k)
  ret i32 %add16
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.bswap.i64(i64)

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.ctpop.i64(i64)

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.ctlz.i64(i64, i1 immarg)

; Function Attrs: nounwind uwtable
define dso_local i64 @chase(ptr %n) {
entry:
  %n.addr = alloca ptr, align 8
  %s = alloca i64, align 8
  store ptr %n, ptr %n.addr, align 8
  call void @llvm.lifetime.start.p0(ptr %s)
  store i64 0, ptr %s, align 8
  br label %while.cond

while.cond:                                       ; preds = %while.body, %entry
  %0 = load ptr, ptr %n.addr, align 8
  %tobool = icmp ne ptr %0, null
  br i1 %tobool, label %while.body, label %while.end

while.body:                                       ; preds = %while.cond
  %1 = load ptr, ptr %n.addr, align 8
  %v = getelementptr inbounds nuw %struct.node, ptr %1, i32 0, i32 1
  %2 = load i64, ptr %v, align 8
  %3 = load i64, ptr %s, align 8
  %add = add nsw i64 %3, %2
  store i64 %add, ptr %s, align 8
  %4 = load ptr, ptr %n.addr, align 8
  %next = getelementptr inbounds nuw %struct.node, ptr %4, i32 0, i32 0
  %5 = load ptr, ptr %next, align 8
  store ptr %5, ptr %n.addr, align 8
  br label %while.cond

while.end:                                        ; preds = %while.cond
  %6 = load i64, ptr %s, align 8
  call void @llvm.lifetime.end.p0(ptr %s)
  ret i64 %6
}

; Function Attrs: nounwind uwtable
define dso_local void @stencil(ptr noalias %o, ptr noalias %i, i64 %n) {
entry:
  %o.addr = alloca ptr, align 8
  %i.addr = alloca ptr, align 8
  %n.addr = alloca i64, align 8
  %x = alloca i64, align 8
  store ptr %o, ptr %o.addr, align 8
  store ptr %i, ptr %i.addr, align 8
  store i64 %n, ptr %n.addr, align 8
  call void @llvm.lifetime.start.p0(ptr %x)
  store i64 1, ptr %x, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i64, ptr %x, align 8
  %1 = load i64, ptr %n.addr, align 8
  %sub = sub nsw i64 %1, 1
  %cmp = icmp slt i64 %0, %sub
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  call void @llvm.lifetime.end.p0(ptr %x)
  br label %for.end

for.body:                                         ; preds = %for.cond
  %2 = load ptr, ptr %i.addr, align 8
  %3 = load i64, ptr %x, align 8
  %sub1 = sub nsw i64 %3, 1
  %arrayidx = getelementptr inbounds float, ptr %2, i64 %sub1
  %4 = load float, ptr %arrayidx, align 4
  %5 = load ptr, ptr %i.addr, align 8
  %6 = load i64, ptr %x, align 8
  %arrayidx2 = getelementptr inbounds float, ptr %5, i64 %6
  %7 = load float, ptr %arrayidx2, align 4
  %mul3 = fmul float 5.000000e-01, %7
  %8 = call float @llvm.fmuladd.f32(float 2.500000e-01, float %4, float %mul3)
  %9 = load ptr, ptr %i.addr, align 8
  %10 = load i64, ptr %x, align 8
  %add = add nsw i64 %10, 1
  %arrayidx4 = getelementptr inbounds float, ptr %9, i64 %add
  %11 = load float, ptr %arrayidx4, align 4
  %12 = call float @llvm.fmuladd.f32(float 2.500000e-01, float %11, float %8)
  %13 = load ptr, ptr %o.addr, align 8
  %14 = load i64, ptr %x, align 8
  %arrayidx5 = getelementptr inbounds float, ptr %13, i64 %14
  store float %12, ptr %arrayidx5, align 4
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %15 = load i64, ptr %x, align 8
  %inc = add nsw i64 %15, 1
  store i64 %inc, ptr %x, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local i32 @indirect(i32 %i) {
entry:
  %i.addr = alloca i32, align 4
  store i32 %i, ptr %i.addr, align 4
  %0 = load i32, ptr %i.addr, align 4
  %and = and i32 %0, 3
  %idxprom = sext i32 %and to i64
  %arrayidx = getelementptr inbounds [4 x ptr], ptr @table, i64 0, i64 %idxprom
  %1 = load ptr, ptr %arrayidx, align 8
  %2 = load i32, ptr %i.addr, align 4
  %call = call i32 %1(i32 %2)
  ret i32 %call
}

; Function Attrs: nounwind uwtable
define dso_local void @bytes(ptr noalias %a, ptr noalias %b, i64 %n) {
entry:
  %a.addr = alloca ptr, align 8
  %b.addr = alloca ptr, align 8
  %n.addr = alloca i64, align 8
  %i = alloca i64, align 8
  store ptr %a, ptr %a.addr, align 8
  store ptr %b, ptr %b.addr, align 8
  store i64 %n, ptr %n.addr, align 8
  call void @llvm.lifetime.start.p0(ptr %i)
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i64, ptr %i, align 8
  %1 = load i64, ptr %n.addr, align 8
  %cmp = icmp slt i64 %0, %1
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  call void @llvm.lifetime.end.p0(ptr %i)
  br label %for.end

for.body:                                         ; preds = %for.cond
  %2 = load ptr, ptr %a.addr, align 8
  %3 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds i8, ptr %2, i64 %3
  %4 = load i8, ptr %arrayidx, align 1
  %conv = zext i8 %4 to i32
  %5 = load ptr, ptr %b.addr, align 8
  %6 = load i64, ptr %i, align 8
  %arrayidx1 = getelementptr inbounds i8, ptr %5, i64 %6
  %7 = load i8, ptr %arrayidx1, align 1
  %conv2 = zext i8 %7 to i32
  %cmp3 = icmp sgt i32 %conv, %conv2
  br i1 %cmp3, label %cond.true, label %cond.false

cond.true:                                        ; preds = %for.body
  %8 = load ptr, ptr %a.addr, align 8
  %9 = load i64, ptr %i, align 8
  %arrayidx5 = getelementptr inbounds i8, ptr %8, i64 %9
  %10 = load i8, ptr %arrayidx5, align 1
  %conv6 = zext i8 %10 to i32
  %11 = load ptr, ptr %b.addr, align 8
  %12 = load i64, ptr %i, align 8
  %arrayidx7 = getelementptr inbounds i8, ptr %11, i64 %12
  %13 = load i8, ptr %arrayidx7, align 1
  %conv8 = zext i8 %13 to i32
  %sub = sub nsw i32 %conv6, %conv8
  br label %cond.end

cond.false:                                       ; preds = %for.body
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %sub, %cond.true ], [ 0, %cond.false ]
  %conv9 = trunc i32 %cond to i8
  %14 = load ptr, ptr %a.addr, align 8
  %15 = load i64, ptr %i, align 8
  %arrayidx10 = getelementptr inbounds i8, ptr %14, i64 %15
  store i8 %conv9, ptr %arrayidx10, align 1
  br label %for.inc

for.inc:                                          ; preds = %cond.end
  %16 = load i64, ptr %i, align 8
  %inc = add nsw i64 %16, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local float @maxval(ptr %a, i64 %n) {
entry:
  %a.addr = alloca ptr, align 8
  %n.addr = alloca i64, align 8
  %m = alloca float, align 4
  %i = alloca i64, align 8
  store ptr %a, ptr %a.addr, align 8
  store i64 %n, ptr %n.addr, align 8
  call void @llvm.lifetime.start.p0(ptr %m)
  %0 = load ptr, ptr %a.addr, align 8
  %arrayidx = getelementptr inbounds float, ptr %0, i64 0
  %1 = load float, ptr %arrayidx, align 4
  store float %1, ptr %m, align 4
  call void @llvm.lifetime.start.p0(ptr %i)
  store i64 1, ptr %i, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i64, ptr %i, align 8
  %3 = load i64, ptr %n.addr, align 8
  %cmp = icmp slt i64 %2, %3
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  call void @llvm.lifetime.end.p0(ptr %i)
  br label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load ptr, ptr %a.addr, align 8
  %5 = load i64, ptr %i, align 8
  %arrayidx1 = getelementptr inbounds float, ptr %4, i64 %5
  %6 = load float, ptr %arrayidx1, align 4
  %7 = load float, ptr %m, align 4
  %cmp2 = fcmp ogt float %6, %7
  br i1 %cmp2, label %cond.true, label %cond.false

cond.true:                                        ; preds = %for.body
  %8 = load ptr, ptr %a.addr, align 8
  %9 = load i64, ptr %i, align 8
  %arrayidx3 = getelementptr inbounds float, ptr %8, i64 %9
  %10 = load float, ptr %arrayidx3, align 4
  br label %cond.end

cond.false:                                       ; preds = %for.body
  %11 = load float, ptr %m, align 4
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi float [ %10, %cond.true ], [ %11, %cond.false ]
  store float %cond, ptr %m, align 4
  br label %for.inc

for.inc:                                          ; preds = %cond.end
  %12 = load i64, ptr %i, align 8
  %inc = add nsw i64 %12, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:                                          ; preds = %for.cond.cleanup
  %13 = load float, ptr %m, align 4
  call void @llvm.lifetime.end.p0(ptr %m)
  ret float %13
}

; Function Attrs: nounwind uwtable
define dso_local i32 @fp_zero(ptr %a) {
entry:
  %retval = alloca i32, align 4
  %a.addr = alloca ptr, align 8
  store ptr %a, ptr %a.addr, align 8
  %0 = load ptr, ptr %a.addr, align 8
  %1 = load float, ptr %0, align 4
  %cmp = fcmp oeq float %1, 0.000000e+00
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  store i32 0, ptr %retval, align 4
  br label %return

if.end:                                           ; preds = %entry
  %2 = load ptr, ptr %a.addr, align 8
  store float 0.000000e+00, ptr %2, align 4
  store i32 1, ptr %retval, align 4
  br label %return

return:                                           ; preds = %if.end, %if.then
  %3 = load i32, ptr %retval, align 4
  ret i32 %3
}

; Function Attrs: nounwind uwtable
define dso_local i64 @signextend(ptr %p, i32 %i, i8 %c) {
entry:
  %p.addr = alloca ptr, align 8
  %i.addr = alloca i32, align 4
  %c.addr = alloca i8, align 1
  store ptr %p, ptr %p.addr, align 8
  store i32 %i, ptr %i.addr, align 4
  store i8 %c, ptr %c.addr, align 1
  %0 = load ptr, ptr %p.addr, align 8
  %1 = load i32, ptr %i.addr, align 4
  %idxprom = sext i32 %1 to i64
  %arrayidx = getelementptr inbounds i16, ptr %0, i64 %idxprom
  %2 = load i16, ptr %arrayidx, align 2
  %conv = sext i16 %2 to i64
  %3 = load i8, ptr %c.addr, align 1
  %conv1 = sext i8 %3 to i64
  %add = add nsw i64 %conv, %conv1
  %4 = load i32, ptr %i.addr, align 4
  %conv2 = sext i32 %4 to i64
  %add3 = add nsw i64 %add, %conv2
  ret i64 %add3
}



