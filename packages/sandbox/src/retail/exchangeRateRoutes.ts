import type Router from '@koa/router';

export const EXCHANGE_RATES_PATH = '/retail/exchange-rates.xml';

/** The currencies of Nike's regions that the European Central Bank has, about as they were in autumn 2026. */
const PER_EURO = {
	USD: 1.1463,
	JPY: 184.03,
	GBP: 0.8583,
	AUD: 1.6412,
	CAD: 1.5987,
	CNY: 7.9115,
	INR: 108.42,
	KRW: 1702.61,
	MXN: 20.1137,
	MYR: 4.6205,
	PHP: 69.874,
	SGD: 1.4722,
	THB: 37.218,
};

/** The daily file of the European Central Bank, with its quotes and namespaces. */
export function exchangeRateRoutes(router: Router): void {
	router.get(EXCHANGE_RATES_PATH, (ctx) => {
		const today = new Date().toISOString().slice(0, 10);
		const rates = Object.entries(PER_EURO).map(([code, rate]) => `\t\t\t<Cube currency='${code}' rate='${rate}'/>`);
		ctx.type = 'text/xml';
		ctx.body = [
			'<?xml version="1.0" encoding="UTF-8"?>',
			'<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">',
			'\t<gesmes:subject>Reference rates</gesmes:subject>',
			'\t<gesmes:Sender>',
			'\t\t<gesmes:name>European Central Bank</gesmes:name>',
			'\t</gesmes:Sender>',
			'\t<Cube>',
			`\t\t<Cube time='${today}'>`,
			...rates,
			'\t\t</Cube>',
			'\t</Cube>',
			'</gesmes:Envelope>',
		].join('\n');
	});
}
