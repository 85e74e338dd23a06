#include "textflag.h"

DATA low7<>+0(SB)/8, $0x7F7F7F7F7F7F7F7F
DATA low7<>+8(SB)/8, $0x7F7F7F7F7F7F7F7F
DATA low7<>+16(SB)/8, $0x7F7F7F7F7F7F7F7F
DATA low7<>+24(SB)/8, $0x7F7F7F7F7F7F7F7F
GLOBL low7<>(SB), RODATA|NOPTR, $32

DATA ones<>+0(SB)/8, $0x0001000100010001
DATA ones<>+8(SB)/8, $0x0001000100010001
DATA ones<>+16(SB)/8, $0x0001000100010001
DATA ones<>+24(SB)/8, $0x0001000100010001
GLOBL ones<>(SB), RODATA|NOPTR, $32

// func dotAVX2(probe, body *byte, n int) uint64
TEXT ·dotAVX2(SB), NOSPLIT, $0-32
	MOVQ probe+0(FP), SI
	MOVQ body+8(FP), DI
	MOVQ n+16(FP), CX
	VMOVDQU low7<>(SB), Y6
	VMOVDQU ones<>(SB), Y7
	VPXOR Y0, Y0, Y0

wide:
	CMPQ CX, $32
	JL   half
	VMOVDQU (DI), Y1
	VPSRLW $1, Y1, Y1
	VPAND Y6, Y1, Y1          // the upper seven bits of each byte
	VMOVDQU (SI), Y2
	VPMADDUBSW Y1, Y2, Y3     // pairs, at most 2·127²: fits in sixteen bits
	VPMADDWD Y7, Y3, Y3       // fours, in 32 bits
	VPADDD Y3, Y0, Y0
	ADDQ $32, DI
	ADDQ $32, SI
	SUBQ $32, CX
	JMP  wide

half:
	CMPQ CX, $8
	JL   done
	VMOVQ (DI), X1            // eight bytes, zeros above them
	VPSRLW $1, X1, X1
	VPAND X6, X1, X1
	VMOVQ (SI), X2
	VPMADDUBSW X1, X2, X3
	VPMADDWD X7, X3, X3
	VPADDD Y3, Y0, Y0
	ADDQ $8, DI
	ADDQ $8, SI
	SUBQ $8, CX
	JMP  half

done:
	VEXTRACTI128 $1, Y0, X1
	VPADDD X1, X0, X0
	VPSHUFD $0x4E, X0, X1
	VPADDD X1, X0, X0
	VPSHUFD $0xB1, X0, X1
	VPADDD X1, X0, X0
	VMOVD X0, AX
	MOVQ AX, ret+24(FP)
	VZEROUPPER
	RET
