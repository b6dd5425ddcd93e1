#===- effects/forms.py - Loops of one instruction form ---------------------===#
#
# Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
#
# 24 independent ones; chains of them; and six of each beside eight
# multiplications, additions, shuffles or products of integers, which tells the
# pipes: ports that both use make it seven cycles.
#
#===-----------------------------------------------------------------------===#
from blocks import ZERO, Block, double, write

VECTORS = {
    'vmovq to x': 'vmovq %rdi,{x}', 'vmovq from x': 'vmovq %xmm15,{d}',
    'vpinsrd r': 'vpinsrd $1,%edi,%xmm14,{x}',
    'vpinsrd m': 'vpinsrd $1,(%rdi),%xmm14,{x}',
    'vpextrd': 'vpextrd $1,%xmm15,{e}', 'vpmovmskb': 'vpmovmskb %ymm15,{e}',
    'vmovmskpd': 'vmovmskpd %ymm15,{e}',
    'vcvtsi2sd r': 'vcvtsi2sd %rdi,%xmm15,{x}',
    'vcvtsi2sd m': 'vcvtsi2sdq (%rdi),%xmm15,{x}',
    'vcvttsd2si': 'vcvttsd2si %xmm15,{d}', 'vucomisd': 'vucomisd %xmm14,%xmm15',
    'vucomisd m': 'vucomisd (%rdi),%xmm15', 'vptest': 'vptest %ymm14,%ymm15',
    'vmaxpd': 'vmaxpd %ymm14,%ymm15,{v}',
    'vcmppd': 'vcmppd $1,%ymm14,%ymm15,{v}',
    'vmaxpd m': 'vmaxpd (%rdi),%ymm15,{v}',
    'vpsadbw': 'vpsadbw %ymm14,%ymm15,{v}',
    'vblendpd': 'vblendpd $1,%ymm14,%ymm15,{v}',
    'vpblendvb': 'vpblendvb %ymm15,%ymm15,%ymm14,{v}',
    'vinsertf128': 'vinsertf128 $1,%xmm14,%ymm15,{v}',
    'vinsertf128 m': 'vinsertf128 $1,(%rdi),%ymm15,{v}',
    'vperm2f128': 'vperm2f128 $33,%ymm14,%ymm15,{v}',
    'vextractf128': 'vextractf128 $1,%ymm15,{x}',
    'vbroadcastsd': 'vbroadcastsd %xmm15,{v}',
    'vpbroadcastd': 'vpbroadcastd %xmm15,{v}',
    'vpermq': 'vpermq $57,%ymm15,{v}', 'vpermd': 'vpermd %ymm14,%ymm15,{v}',
    'vpmovsxbd': 'vpmovsxbd %xmm15,{v}', 'vpmovsxbd m': 'vpmovsxbd (%rdi),{v}',
    'vcvtps2pd': 'vcvtps2pd %xmm15,{v}', 'vcvtpd2ps': 'vcvtpd2ps %ymm15,{x}',
    'vcvtdq2pd': 'vcvtdq2pd %xmm15,{v}', 'vcvtdq2ps': 'vcvtdq2ps %ymm15,{v}',
    'vunpcklpd': 'vunpcklpd %ymm14,%ymm15,{v}',
    'vshufpd': 'vshufpd $5,%ymm14,%ymm15,{v}',
    'vpermilpd': 'vpermilpd $5,%ymm15,{v}', 'vpshufd': 'vpshufd $5,%ymm15,{v}',
    'vpunpckldq': 'vpunpckldq %ymm14,%ymm15,{v}',
    'vpand': 'vpand %ymm14,%ymm15,{v}', 'vandpd': 'vandpd %ymm14,%ymm15,{v}',
    'vpslld': 'vpslld $3,%ymm15,{v}', 'vpsllvd': 'vpsllvd %ymm14,%ymm15,{v}',
    'vpcmpeqd': 'vpcmpeqd %ymm14,%ymm15,{v}',
    'vpmaxsd': 'vpmaxsd %ymm14,%ymm15,{v}', 'vpabsd': 'vpabsd %ymm15,{v}',
    'vpmullw': 'vpmullw %ymm14,%ymm15,{v}',
    'vpmulld': 'vpmulld %ymm14,%ymm15,{v}',
    'vpmuludq': 'vpmuludq %ymm14,%ymm15,{v}',
    'vpmaddwd': 'vpmaddwd %ymm14,%ymm15,{v}',
    'vpalignr': 'vpalignr $3,%ymm14,%ymm15,{v}',
    'vhaddpd': 'vhaddpd %ymm14,%ymm15,{v}',
    'vroundpd': 'vroundpd $1,%ymm15,{v}', 'vrsqrtps': 'vrsqrtps %ymm15,{v}',
    'vdivps': 'vdivps %ymm14,%ymm15,{v}', 'vdivpd': 'vdivpd %ymm14,%ymm15,{v}',
    'vdivsd': 'vdivsd %xmm14,%xmm15,{x}', 'vdivss': 'vdivss %xmm14,%xmm15,{x}',
    'vsqrtps': 'vsqrtps %ymm15,{v}', 'vsqrtpd': 'vsqrtpd %ymm15,{v}',
    'vsqrtsd': 'vsqrtsd %xmm15,%xmm15,{x}',
    'vpclmul': 'vpclmulqdq $0,%xmm14,%xmm15,{x}',
    'vaesenc': 'vaesenc %xmm14,%xmm15,{x}',
    'vfmadd sd': 'vfmadd231sd %xmm14,%xmm15,{x}',
    'vfmadd pd': 'vfmadd231pd %ymm14,%ymm15,{v}',
    'vpternlogd z': 'vpternlogd $5,%zmm14,%zmm15,{z}',
    'vpshufb z': 'vpshufb %zmm14,%zmm15,{z}',
    'vpermb z': 'vpermb %zmm14,%zmm15,{z}',
    'vpcmpeqd k': 'vpcmpeqd %zmm14,%zmm15,%k1', 'kmovd': 'kmovd %k1,{e}',
    'kmovd to': 'kmovd %edi,%k1',
    'vpaddd mask': 'vpaddd %zmm14,%zmm15,{z}{%k1}',
    'vmulpd z': 'vmulpd %zmm14,%zmm15,{z}',
    'vpmullw z': 'vpmullw %zmm14,%zmm15,{z}',
    'vpermt2d z': 'vpermt2d %zmm14,%zmm15,{z}',
    'vpternlogd y': 'vpternlogd $5,%ymm14,%ymm15,{v}',
    'store z': 'vmovups %zmm15,{i}%2*64(%rdi)',
    'vpsravw': 'vpsravw %ymm14,%ymm15,{v}',
}
SCALARS = {
    'popcnt': 'popcnt %rdi,{d}', 'tzcnt': 'tzcnt %rdi,{d}',
    'lzcnt': 'lzcnt %rdi,{d}', 'rol cl': 'rol %cl,{d}', 'shl cl': 'shl %cl,{d}',
    'mov imm64': 'movabs $0x123456789a,{d}',
    'movsx m': 'movslq {i}*8(%rdi),{d}', 'movzx m': 'movzbl {i}*8(%rdi),{e}',
    'bsf': 'bsf %rdi,{d}', 'setb': 'setb {b}', 'sar': 'sar $3,{d}',
    'andn': 'andn %rdi,%rdi,{d}', 'pdep': 'pdep %rdi,%rdi,{d}',
    'bextr': 'bextr %rdi,%rdi,{d}', 'btr': 'bt $3,{d}',
    'xchg': 'xchg %rax,%rbx', 'shld': 'shld $3,%rdi,{d}', 'adc': 'adc %rdi,{d}',
    'neg': 'neg {d}', 'crc': 'crc32q %rdi,{d}', 'imul 3': 'imul $77,%rdi,{d}',
    'add m': 'add {i}*8(%rdi),{d}',
}
CHAINS = {
    'movq pair': 'vmovq %rax,%xmm0\nvmovq %xmm0,%rax',
    'pinsr+movd': 'vpinsrd $0,%eax,%xmm0,%xmm0\nvmovd %xmm0,%eax',
    'pextr+movd': 'vmovd %eax,%xmm0\nvpextrd $0,%xmm0,%eax',
    'movmsk+movd': 'vmovd %eax,%xmm0\nvpmovmskb %xmm0,%eax',
    'movmskps y+movd': 'vmovd %eax,%xmm0\nvmovmskps %ymm0,%eax',
    'pmovmskb y+movd': 'vmovd %eax,%xmm0\nvpmovmskb %ymm0,%eax',
    'ptest y+setb': 'vmovd %eax,%xmm0\nvptest %ymm0,%ymm15\nsetb %al',
    'si2ss+ss2si': 'vcvtsi2ss %rax,%xmm15,%xmm0\nvcvttss2si %xmm0,%rax',
    'si2sd+sd2si': 'vcvtsi2sd %rax,%xmm15,%xmm0\nvcvttsd2si %xmm0,%rax',
    'si2sd+movq': 'vcvtsi2sd %rax,%xmm15,%xmm0\nvmovq %xmm0,%rax',
    'ucomis+setb+movd': 'vmovd %eax,%xmm0\nvucomisd %xmm15,%xmm0\nsetb %al',
    'ptest+setb': 'vmovd %eax,%xmm0\nvptest %xmm0,%xmm15\nsetb %al',
    'add+shuf': 'vaddpd %ymm14,%ymm0,%ymm0\nvunpcklpd %ymm0,%ymm0,%ymm0',
    'fma+shuf': 'vfmadd231pd %ymm14,%ymm15,%ymm0\nvunpcklpd %ymm0,%ymm0,%ymm0',
    'add+and': 'vaddpd %ymm14,%ymm0,%ymm0\nvandpd %ymm0,%ymm15,%ymm0',
    'add+pand': 'vaddpd %ymm14,%ymm0,%ymm0\nvpand %ymm0,%ymm15,%ymm0',
    'shuf': 'vunpcklpd %ymm0,%ymm0,%ymm0', 'pshufd': 'vpshufd $4,%ymm0,%ymm0',
    'maxpd': 'vmaxpd %ymm14,%ymm0,%ymm0', 'addpd': 'vaddpd %ymm14,%ymm0,%ymm0',
    'mulpd': 'vmulpd %ymm14,%ymm0,%ymm0',
    'vpmulld': 'vpmulld %ymm14,%ymm0,%ymm0',
    'vpmullw': 'vpmullw %ymm14,%ymm0,%ymm0', 'vpermq': 'vpermq $57,%ymm0,%ymm0',
    'vpermd': 'vpermd %ymm0,%ymm15,%ymm0',
    'vinsertf128': 'vinsertf128 $1,%xmm0,%ymm0,%ymm0',
    'vextractf128': 'vextractf128 $1,%ymm0,%xmm0',
    'vbroadcastsd': 'vbroadcastsd %xmm0,%ymm0',
    'vpmovsxbd': 'vpmovsxbd %xmm0,%ymm0',
    'cvtdq2ps+cvtps2dq': 'vcvtdq2ps %ymm0,%ymm0\nvcvttps2dq %ymm0,%ymm0',
    'cvtpd2ps+ps2pd': 'vcvtpd2ps %ymm0,%xmm0\nvcvtps2pd %xmm0,%ymm0',
    'vhaddpd': 'vhaddpd %ymm0,%ymm15,%ymm0',
    'vroundpd': 'vroundpd $1,%ymm0,%ymm0', 'divpd': 'vdivpd %ymm0,%ymm15,%ymm0',
    'divps': 'vdivps %ymm0,%ymm15,%ymm0', 'sqrtpd': 'vsqrtpd %ymm0,%ymm0',
    'sqrtps': 'vsqrtps %ymm0,%ymm0',
    'pclmul': 'vpclmulqdq $0,%xmm0,%xmm15,%xmm0',
    'psadbw': 'vpsadbw %ymm0,%ymm15,%ymm0',
    'aesenc': 'vaesenc %xmm15,%xmm0,%xmm0',
    'vpternlog z': 'vpternlogd $5,%zmm15,%zmm14,%zmm0',
    'vpermb z': 'vpermb %zmm0,%zmm15,%zmm0',
    'add z': 'vaddpd %zmm0,%zmm15,%zmm0', 'mul lo': 'mul %rdi\nor $1,%rax',
    'mul hi': 'mul %rdi\nmov %rdx,%rax', 'imul': 'imul %rdi,%rax',
    'popcnt': 'popcnt %rax,%rax', 'tzcnt': 'tzcnt %rax,%rax',
    'lzcnt': 'lzcnt %rax,%rax', 'bswap': 'bswap %rax',
    'shlx': 'shlx %rdi,%rax,%rax', 'shld': 'shld $3,%rdi,%rax',
    'pdep': 'pdep %rdi,%rax,%rax', 'bextr': 'bextr %r8,%rax,%rax',
    'xchg': 'xchg %rax,%rbx', 'lea disp idx': 'lea 8(%rax,%rdi),%rax',
    'lea scaled': 'lea (%rdi,%rax,8),%rax', 'movsx': 'movslq %eax,%rax',
    'bsf': 'bsf %rax,%rax', 'crc32': 'crc32q %rdi,%rax',
    'andn': 'andn %rdi,%rax,%rax', 'cmov': 'cmovb %rdi,%rax',
}
BESIDE = {
    'multiplications': 'vmulpd %ymm14,%ymm15,{v}',
    'additions': 'vaddpd %ymm14,%ymm15,{v}',
    'shuffles': 'vpshufb %ymm14,%ymm15,{v}',
    'products of integers': 'vpmullw %ymm14,%ymm15,{v}'}
SETUP = (ZERO + '\n mov $7,%r8d\n' + double(0x3ff8000000000000, 14) +
         double(0x4000c00000000000, 15) + ' xor %ebx,%ebx\n')


def loops():
    for name, form in (VECTORS | SCALARS).items():
        yield Block('alone', name, '\n'.join(write(form, i) for i in range(24)),
                    24, SETUP)
    for name, body in CHAINS.items():
        yield Block('chain', name, '\n'.join([body] * 12), 12, SETUP)
    for name, form in VECTORS.items():
        # A divider is busy for long.
        if not any(w in form for w in ('div', 'sqrt')):
            for other, eight in BESIDE.items():
                yield Block('six beside eight ' + other, name, '\n'.join(
                    [write(form, i) for i in range(6)] +
                    [write(eight, i) for i in range(4, 12)]), 1, SETUP)


BLOCKS = list(loops())
