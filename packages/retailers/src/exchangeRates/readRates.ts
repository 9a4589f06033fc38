import type { ExchangeRates } from '@dropwire/domain';
import { Parser } from 'htmlparser2';
import { z } from 'zod';

const Rates = z.object({
	date: z.iso.date(),
	perEuro: z
		.record(z.string().regex(/^[A-Z]{3}$/), z.coerce.number().positive())
		.refine((rates) => Object.keys(rates).length > 0, 'there are none'),
});

/**
 * Reads the European Central Bank's daily file of reference rates: a `Cube` with the day as `time`, and in it one with
 * `currency` and `rate` for each currency.
 * Format: https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/html/index.en.html
 * @throws ZodError if the text is no such file
 */
export function readRates(xml: string): ExchangeRates {
	let date: string | undefined;
	const perEuro: Record<string, string | undefined> = {};
	const parser = new Parser(
		{
			onopentag(name, { time, currency, rate }) {
				if (name !== 'Cube') return;
				date ??= time;
				if (currency !== undefined) perEuro[currency] = rate;
			},
		},
		{ xmlMode: true },
	);
	parser.end(xml);
	return Rates.parse({ date, perEuro });
}
