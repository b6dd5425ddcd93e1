enum { PUSH, ADD, MUL, JNZ, DEC, DUP, HALT };
// clang-format off
long run(const int *code) { long st[64]; int sp = 0, pc = 0; for (;;) { switch (code[pc++]) {
  case PUSH: st[sp++] = code[pc++]; break;
  case ADD: sp--; st[sp - 1] += st[sp]; break;
  case MUL: sp--; st[sp - 1] *= st[sp]; break;
  case DUP: st[sp] = st[sp - 1]; sp++; break;
  case DEC: st[sp - 1]--; break;
  case JNZ: if (st[sp - 1]) pc = code[pc]; else pc++; break;
  default: return st[0]; } } }
