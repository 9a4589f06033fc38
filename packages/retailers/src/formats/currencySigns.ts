/**
 * The signs that shops write beside amounts, in lower case and without points, and the currencies (ISO 4217) that each can
 * mean. A sign in a price's text must be one of the price's own currency.
 */
const SIGNS: readonly [signs: string, codes: string][] = [
	[
		'$',
		'ARS AUD BBD BMD BND BRL BSD BZD CAD CLP COP CUP DOP FJD GYD HKD JMD KYD LRD MXN NAD NIO NZD SBD SGD SRD TTD TWD USD UYU WST XCD ZWL',
	],
	['us us$ $us u$s', 'USD'],
	['dollar dollars', 'AUD BBD BMD BND BSD BZD CAD FJD GYD HKD JMD KYD LRD NAD NZD SBD SGD SRD TTD TWD USD XCD'],
	['au au$ a$', 'AUD'],
	['ca ca$ can$ cdn$', 'CAD'],
	['c$', 'CAD NIO'],
	['nz nz$', 'NZD'],
	['hk hk$', 'HKD'],
	['sg sg$ s$', 'SGD'],
	['nt$', 'TWD'],
	['mx mx$ mex$', 'MXN'],
	['r$ reais', 'BRL'],
	['ar$', 'ARS'],
	['col$', 'COP'],
	['clp$', 'CLP'],
	['€ euro euros', 'EUR'],
	['£', 'GBP EGP GIP FKP SHP LBP SYP'],
	['gbp£', 'GBP'],
	['¥ ￥', 'JPY CNY'],
	['円 圓', 'JPY CNY TWD HKD'],
	['元 rmb 人民币', 'CNY TWD HKD'],
	['₽ руб рублей рубль р', 'RUB BYN'],
	['₴ грн гривень', 'UAH'],
	['zł zl', 'PLN'],
	['kč', 'CZK'],
	['kr', 'SEK NOK DKK ISK'],
	['sfr fr frs franken', 'CHF'],
	['ft forint', 'HUF'],
	['lei leu', 'RON MDL'],
	['лв lv', 'BGN'],
	['₺ tl', 'TRY'],
	['₹', 'INR'],
	['rs ₨', 'INR PKR LKR NPR MUR SCR'],
	['₩ 원', 'KRW KPW'],
	['₫ đ vnđ', 'VND'],
	['฿ บาท', 'THB'],
	['rp', 'IDR'],
	['rm', 'MYR'],
	['₱', 'PHP'],
	['₪', 'ILS'],
	['r', 'ZAR'],
	['ksh kshs', 'KES'],
	['₦', 'NGN'],
	['sr', 'SAR'],
	['qr', 'QAR'],
	['kd', 'KWD'],
	['bd', 'BHD'],
	['ro', 'OMR'],
	['jd', 'JOD'],
	['dt', 'TND'],
	['da', 'DZD'],
	['e£', 'EGP'],
	['ريال ریال', 'IRR OMR QAR SAR YER'],
	// Ten rials.
	['تومان', 'IRT'],
	// Letters that are also units: litres, kilometres, tons, thousands.
	['k', 'LAK MMK PGK ZMW'],
	['km', 'BAM'],
	['км', 'BAM'],
	['kn', 'HRK'],
	['l', 'ALL HNL LSL MDL RON SZL'],
	['q', 'GTQ'],
	['t', 'KZT MNT TOP'],
	['mt', 'MZN'],
	['p', 'BWP RUB'],
	['d', 'GMD VND'],
	['g', 'HTG'],
	['₸ тг', 'KZT'],
	['₾', 'GEL'],
];

/**
 * Signs of currencies in which few shops sell, by letters that several of them share or that are written in many ways: they
 * are signs, but say nothing against the price's currency.
 */
const SHARED_SIGNS =
	'﷼ ؋ ₼ ֏ ƒ ₵ gh₵ ₡ ₲ ₭ ₮ ₣ ₤ ₯ ₠ ₧ ៛ ৳ ৲ ლ ден дин ман сом сум с din дин rsd$ db dbs esc fbu fg fcfa cfa cfp franc francs frw rf birr br nfk nu ' +
	'rd$ bz$ t$ ws$ g$ gy$ b$ bd$ bs$ j$ ja$ tt$ ec$ fj$ si$ l$ ld$ n$ z$ zk mk $u $b $mn bs b/ s/ spl um vt vuv tk tsh ush sh so gs kz le sl lt ls ' +
	'dh dhs nis s rial rials riyal peso pesos rupee rupees dinar dirham krona kronor kroner دج دت دل دا دع دك دم دأ إد دإ د رس رق رع رسع ري رق جم جس عد بد دب لل ل س ج ف ك م';

const CODES = new Map(SIGNS.flatMap(([signs, codes]) => signs.split(' ').map((sign) => [sign, codes.split(' ')])));
const SHARED = new Set(SHARED_SIGNS.split(' '));

/**
 * Whether a word of a price's text is a sign of the currency. The code itself is one, without a point: `USD.99` can be 0.99
 * and 99.
 */
export function isSignOf(word: string, currency: string): boolean {
	if (word.toUpperCase() === currency) return true;
	const sign = word.toLowerCase().replaceAll(/[.']/g, '');
	return CODES.get(sign)?.includes(currency) ?? SHARED.has(sign);
}
