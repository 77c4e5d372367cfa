/*
 * Intrinsics of AVX2 and AVX-512 for the programs of vector-gen.
 *
 * In a text, @ is _mm, _mm256 or _mm512, as SIZES (1, 2, 4) allows, and
 *   $i $s $d   an integer vector, one of floats, of doubles, of that size
 *   $x         an integer vector whose 32-bit elements are below 64
 *   $k8 ...    a mask for elements of so many bits
 *   $u         a 32-bit integer
 *   #N         a constant from 0 to N
 * RESULT is i, s, d, or the bits of the elements for which it is a mask, or u
 * for an integer.
 */
#ifndef REGALLOC_TESTDATA_FUZZ_VECTOR_OPS_H
#define REGALLOC_TESTDATA_FUZZ_VECTOR_OPS_H

typedef struct {
	const char *result;
	int sizes;
	const char *text;
} Intrinsic;

static const Intrinsic AVX512_OPS[] = {
	{"i", 7, "@_mask_add_epi32($i, $k32, $i, $i)"},
	{"i", 7, "@_maskz_sub_epi8($k8, $i, $i)"},
	{"i", 7, "@_mask_mullo_epi16($i, $k16, $i, $i)"},
	{"i", 7, "@_mask_mullo_epi64($i, $k64, $i, $i)"},
	{"i", 7, "@_maskz_mul_epu32($k64, $i, $i)"},
	{"i", 7, "@_mask_abs_epi16($i, $k16, $i)"},
	{"i", 7, "@_mask_blend_epi8($k8, $i, $i)"},
	{"i", 7, "@_mask_mov_epi64($i, $k64, $i)"},
	{"i", 7, "@_maskz_set1_epi32($k32, $u)"},
	{"i", 7, "@_mask_set1_epi16($i, $k16, $u)"},
	{"i", 7, "@_ternarylogic_epi64($i, $i, $i, #255)"},
	{"i", 7, "@_mask_ternarylogic_epi32($i, $k32, $i, $i, #255)"},
	{"i", 6, "@_permutexvar_epi32($i, $i)"},
	{"i", 6, "@_maskz_permutexvar_epi64($k64, $i, $i)"},
	{"i", 7, "@_mask_permutexvar_epi16($i, $k16, $i, $i)"},
	{"i", 7, "@_permutex2var_epi32($i, $i, $i)"},
	{"i", 7, "@_mask_permutex2var_epi16($i, $k16, $i, $i)"},
	{"i", 7, "@_mask2_permutex2var_epi64($i, $i, $k64, $i)"},
	{"i", 7, "@_mask_compress_epi32($i, $k32, $i)"},
	{"i", 7, "@_maskz_expand_epi64($k64, $i)"},
	{"i", 7, "@_rolv_epi32($i, $i)"},
	{"i", 7, "@_mask_ror_epi64($i, $k64, $i, #63)"},
	{"i", 7, "@_srav_epi64($i, $i)"},
	{"i", 7, "@_mask_sllv_epi16($i, $k16, $i, $i)"},
	{"i", 7, "@_mask_shuffle_epi8($i, $k8, $i, $i)"},
	{"i", 7, "@_mask_alignr_epi32($i, $k32, $i, $i, #3)"},
	{"i", 7, "@_maskz_unpackhi_epi64($k64, $i, $i)"},
	{"i", 7, "@_mask_packus_epi32($i, $k16, $i, $i)"},
	{"i", 7, "@_mask_min_epu64($i, $k64, $i, $i)"},
	{"i", 7, "@_max_epi64($i, $i)"},
	{"i", 7, "@_dbsad_epu8($i, $i, #255)"},
	{"i", 7, "@_movm_epi8($k8)"},
	{"i", 7, "@_movm_epi32($k32)"},
	{"i", 7, "@_mask_cvttps_epi32($i, $k32, $s)"},
	{"i", 7, "@_maskz_cvtpd_epi64($k64, $d)"},
	{"i", 4, "@_sad_epu8($i, $i)"},
	{"i", 4, "@_madd_epi16($i, $i)"},
	{"i", 4, "@_unpacklo_epi8($i, $i)"},
	{"i", 4, "@_mask_i32gather_epi32($i, $k32, $x, bytes, 4)"},
	{"i", 3, "@_mmask_i32gather_epi32($i, $k32, $x, bytes, 4)"},
	{"i", 7, "@_maskz_loadu_epi8($k8, bytes + #99)"},
	{"i", 7, "@_mask_loadu_epi32($i, $k32, bytes + #99)"},
	{"s", 7, "@_mask_add_ps($s, $k32, $s, $s)"},
	{"s", 7, "@_maskz_mul_ps($k32, $s, $s)"},
	{"s", 7, "@_mask_fmadd_ps($s, $k32, $s, $s)"},
	{"s", 7, "@_mask_cvtepi32_ps($s, $k32, $i)"},
	{"s", 7, "@_maskz_div_ps($k32, $s, $s)"},
	{"s", 7, "@_mask_sqrt_ps($s, $k32, $s)"},
	{"s", 6, "@_mask_permutexvar_ps($s, $k32, $i, $s)"},
	{"s", 7, "@_mask_blend_ps($k32, $s, $s)"},
	{"s", 7, "@_roundscale_ps($s, #3)"},
	{"s", 7, "@_mask_shuffle_ps($s, $k32, $s, $s, #255)"},
	{"d", 7, "@_maskz_mul_pd($k64, $d, $d)"},
	{"d", 7, "@_mask3_fnmsub_pd($d, $d, $d, $k64)"},
	{"d", 7, "@_mask_sub_pd($d, $k64, $d, $d)"},
	{"d", 7, "@_maskz_cvtepu64_pd($k64, $i)"},
	{"d", 7, "@_permutex2var_pd($d, $i, $d)"},
	{"d", 7, "@_mask_max_pd($d, $k64, $d, $d)"},
	{"d", 7, "@_getexp_pd($d)"},
	{"d", 7, "@_mask_movedup_pd($d, $k64, $d)"},
	{"8", 7, "@_mask_cmpgt_epu8_mask($k8, $i, $i)"},
	{"8", 7, "@_movepi8_mask($i)"},
	{"16", 7, "@_test_epi16_mask($i, $i)"},
	{"16", 7, "@_cmplt_epi16_mask($i, $i)"},
	{"32", 7, "@_cmp_epi32_mask($i, $i, #7)"},
	{"32", 7, "@_mask_cmp_ps_mask($k32, $s, $s, #31)"},
	{"32", 7, "@_movepi32_mask($i)"},
	{"64", 7, "@_mask_testn_epi64_mask($k64, $i, $i)"},
	{"64", 7, "@_cmp_pd_mask($d, $d, #31)"},
	{"64", 7, "@_mask_cmpneq_epu64_mask($k64, $i, $i)"},
	{"u", 4, "@_reduce_add_epi32($i)"},
	{"u", 4, "@_mask_reduce_max_epu64($k64, $i)"},
	{0, 0, 0},
};

static const Intrinsic AVX2_OPS[] = {
	{"i", 3, "@_shuffle_epi8($i, $i)"},
	{"i", 3, "@_madd_epi16($i, $i)"},
	{"i", 3, "@_maddubs_epi16($i, $i)"},
	{"i", 3, "@_sad_epu8($i, $i)"},
	{"i", 3, "@_sign_epi8($i, $i)"},
	{"i", 3, "@_hadd_epi32($i, $i)"},
	{"i", 3, "@_hsubs_epi16($i, $i)"},
	{"i", 3, "@_alignr_epi8($i, $i, #15)"},
	{"i", 3, "@_blendv_epi8($i, $i, $i)"},
	{"i", 3, "@_blend_epi16($i, $i, #255)"},
	{"i", 3, "@_packs_epi16($i, $i)"},
	{"i", 3, "@_unpackhi_epi16($i, $i)"},
	{"i", 3, "@_mulhrs_epi16($i, $i)"},
	{"i", 3, "@_mpsadbw_epu8($i, $i, #7)"},
	{"i", 3, "@_sllv_epi32($i, $i)"},
	{"i", 3, "@_srlv_epi64($i, $i)"},
	{"i", 3, "@_shuffle_epi32($i, #255)"},
	{"i", 3, "@_max_epi8($i, $i)"},
	{"i", 3, "@_mul_epi32($i, $i)"},
	{"i", 2, "@_permutevar8x32_epi32($i, $i)"},
	{"i", 2, "@_permute4x64_epi64($i, #255)"},
	{"i", 2, "@_permute2x128_si256($i, $i, #255)"},
	{"i", 3, "@_mask_i32gather_epi32($i, (const int *)bytes, $x, $i, 4)"},
	{"i", 3, "@_maskload_epi32((const int *)(bytes + #99), $i)"},
	{"s", 3, "@_hadd_ps($s, $s)"},
	{"s", 3, "@_addsub_ps($s, $s)"},
	{"s", 3, "@_blendv_ps($s, $s, $s)"},
	{"s", 3, "@_permute_ps($s, #255)"},
	{"s", 3, "@_dp_ps($s, $s, #255)"},
	{"s", 3, "@_fmadd_ps($s, $s, $s)"},
	{"d", 3, "@_fnmadd_pd($d, $d, $d)"},
	{"d", 3, "@_shuffle_pd($d, $d, #3)"},
	{"d", 2, "@_permute4x64_pd($d, #255)"},
	{"u", 3, "@_movemask_epi8($i)"},
	{"u", 3, "@_movemask_ps($s)"},
	{0, 0, 0},
};

#endif
