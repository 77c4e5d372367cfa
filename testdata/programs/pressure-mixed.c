// Many values of different widths, rotated, in loops and switches: parts of
// registers move from slot to slot while every register is taken.
// flags: -ffp-contract=off
#include <stdio.h>
extern int printf(const char *, ...);
__attribute__((noinline)) int
ext(int a, long long b)
{
	static int c;
	c = c * 31 + a + (int)b;
	return c & 1023;
}
__attribute__((noinline)) long long
f(long long *a, int n)
{
	unsigned v0 = (unsigned)a[0];
	unsigned char v1 = (unsigned char)a[1];
	unsigned v2 = (unsigned)a[2];
	unsigned v3 = (unsigned)a[3];
	unsigned char v4 = (unsigned char)a[4];
	short v5 = (short)a[5];
	long long v6 = (long long)a[6];
	short v7 = (short)a[7];
	long long v8 = (long long)a[8];
	unsigned char v9 = (unsigned char)a[9];
	long long v10 = (long long)a[10];
	long long v11 = (long long)a[11];
	unsigned v12 = (unsigned)a[12];
	unsigned v13 = (unsigned)a[13];
	unsigned char v14 = (unsigned char)a[14];
	float v15 = (float)a[15];
	unsigned char v16 = (unsigned char)a[16];
	int v17 = (int)a[17];
	unsigned v18 = (unsigned)a[18];
	short v19 = (short)a[19];
	float v20 = (float)a[20];
	unsigned v21 = (unsigned)a[21];
	long long v22 = (long long)a[22];
	long long v23 = (long long)a[23];
	unsigned v24 = (unsigned)a[24];
	short v25 = (short)a[25];
	short v26 = (short)a[26];
	unsigned char v27 = (unsigned char)a[27];
	float v28 = (float)a[28];
	unsigned char v29 = (unsigned char)a[29];
	long long v30 = (long long)a[30];
	long long v31 = (long long)a[31];
	long long v32 = (long long)a[32];
	long long v33 = (long long)a[33];
	unsigned v34 = (unsigned)a[34];
	unsigned v35 = (unsigned)a[35];
	unsigned char v36 = (unsigned char)a[36];
	short v37 = (short)a[37];
	long long v38 = (long long)a[38];
	unsigned char v39 = (unsigned char)a[39];
	long long v40 = (long long)a[40];
	unsigned v41 = (unsigned)a[41];
	long long v42 = (long long)a[42];
	long long v43 = (long long)a[43];
	unsigned char v44 = (unsigned char)a[44];
	long long v45 = (long long)a[45];
	short v46 = (short)a[46];
	unsigned v47 = (unsigned)a[47];
	unsigned v48 = (unsigned)a[48];
	short v49 = (short)a[49];
	unsigned long long v50 = (unsigned long long)a[50];
	long long v51 = (long long)a[51];
	unsigned v52 = (unsigned)a[52];
	long long v53 = (long long)a[53];
	unsigned v54 = (unsigned)a[54];
	unsigned long long v55 = (unsigned long long)a[55];
	long long v56 = (long long)a[56];
	unsigned long long v57 = (unsigned long long)a[57];
	long long v58 = (long long)a[58];
	unsigned v59 = (unsigned)a[59];
	int v60 = (int)a[60];
	long long v61 = (long long)a[61];
	unsigned v62 = (unsigned)a[62];
	long long v63 = (long long)a[63];
	unsigned v64 = (unsigned)a[0];
	long long v65 = (long long)a[1];
	long long v66 = (long long)a[2];
	unsigned v67 = (unsigned)a[3];
	unsigned v68 = (unsigned)a[4];
	short v69 = (short)a[5];
	for (int it = 0; it < n; it++) {
		a[55] += (long long)v21 & 0xffff;
		a[31] += (long long)v11 & 0xffff;
		for (int k0 = 0; k0 < (n & 3) + 1; k0++) {
			v15 = (float)((v46)*0.5 + (v23)*0.25);
			a[15] += (long long)v35 & 0xffff;
			v67 = (unsigned)((unsigned)v1 * (unsigned)v23);
			switch (v6 & 7) {
			case 0:
				a[44] += (long long)v30 & 0xffff;
				v1 = (unsigned char)((unsigned)v52 -
						     (unsigned)v46);
				v33 = (long long)((unsigned long long)v8 +
						  (unsigned long long)v30);
				a[44] += (long long)v11 & 0xffff;
				a[56] += (long long)v40 & 0xffff;
				v61 = (long long)((unsigned long long)v0 *
						  (unsigned long long)v3);
				v57 = (unsigned long long)((unsigned long long)
								   v34 |
							   (unsigned long long)
								   v9);
				v4 = (unsigned char)((unsigned)v60
						     << (v60 & 31));
				{
					long long t0 = v42;
					v42 = v53;
					v53 = v40;
					v40 = v10;
					v10 = v22;
					v22 = v30;
					v30 = t0;
				}
				break;
			case 1:
				v68 = (unsigned)((unsigned)v51 + (unsigned)v48);
				a[32] += (long long)v60 & 0xffff;
				a[58] += (long long)v50 & 0xffff;
				a[41] += (long long)v41 & 0xffff;
				v1 = (unsigned char)((unsigned)v41 /
						     ((unsigned)v57 | 1));
				a[43] += (long long)v45 & 0xffff;
				break;
			case 2:
				a[48] += (long long)v60 & 0xffff;
				v57 = (unsigned long long)(v44 < v57);
				v23 = (long long)((unsigned long long)v54 *
						  (unsigned long long)v6);
				break;
			case 3:
				v59 = (unsigned)((unsigned)v43 & (unsigned)v62);
				v22 = (long long)((unsigned long long)v61 +
						  (unsigned long long)v59);
				v68 = (unsigned)((unsigned)v49 >> (v61 & 15));
				a[37] += (long long)v45 & 0xffff;
				a[43] += (long long)v61 & 0xffff;
				v49 = (short)((unsigned)v17 | (unsigned)v46);
				break;
			case 4:
				a[49] += (long long)v23 & 0xffff;
				v53 = (long long)((unsigned long long)v17 ^
						  (unsigned long long)v45);
				v65 = (long long)((unsigned long long)v50 -
						  (unsigned long long)v69);
				break;
			case 5: {
				short t0 = v26;
				v26 = v46;
				v46 = v19;
				v19 = v37;
				v37 = v5;
				v5 = v7;
				v7 = v49;
				v49 = v69;
				v69 = v25;
				v25 = t0;
			}
				a[3] ^= (v20 > 1.0);
				v69 = (short)((unsigned)v31 & (unsigned)v26);
				a[59] += (long long)v56 & 0xffff;
				a[24] += (long long)v30 & 0xffff;

				;
			}
		}
	}
	long long s = 0;
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v0);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v1);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v2);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v3);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v4);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v5);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v6);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v7);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v8);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v9);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v10);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v11);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v12);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v13);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v14);
	s ^= (v15 > 0.5);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v16);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v17);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v18);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v19);
	s ^= (v20 > 0.5);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v21);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v22);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v23);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v24);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v25);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v26);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v27);
	s ^= (v28 > 0.5);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v29);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v30);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v31);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v32);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v33);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v34);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v35);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v36);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v37);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v38);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v39);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v40);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v41);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v42);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v43);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v44);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v45);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v46);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v47);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v48);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v49);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v50);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v51);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v52);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v53);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v54);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v55);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v56);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v57);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v58);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v59);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v60);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v61);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v62);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v63);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v64);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v65);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v66);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v67);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v68);
	s = (long long)((unsigned long long)s * 3 +
			(unsigned long long)(long long)v69);
	return s;
}
int
main(void)
{
	long long a[64];
	for (int i = 0; i < 64; i++)
		a[i] = (i * 2654435761u) ^ (i << 7);
	long long s = 0;
	for (int k = 0; k < 5; k++) {
		s = s * 7 + f(a, k * 3 + 1);
		printf("%lld\n", s);
	}
	return 0;
}
