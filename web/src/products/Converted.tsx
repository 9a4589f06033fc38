import { convertMoney, type ExchangeRates, formatMoney, type ProductInRegion } from '@dropwire/contract';
import { NativeSelect } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useCall } from '../api/useCall.ts';

/** The currency that prices are compared in, chosen by the user and stored in the browser. */
interface Conversion {
	/** Null without rates. */
	rates: ExchangeRates | null;
	currency: string;
	choose(currency: string): void;
}

const KEY = 'product-query-currency-v1';
const DEFAULT = 'USD';
/** The bank's day is a date without a time, which no zone may move. */
const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** The rates of the day, and the currency that was last chosen. @param mayRead whether the user has the right to read rates */
export function useConversion(mayRead: boolean): Conversion {
	const input = mayRead ? {} : null;
	const rates = useCall('exchangeRates', input, { revalidateOnFocus: false }).data?.data ?? null;
	const [chosen, choose] = useLocalStorage({ key: KEY, defaultValue: DEFAULT, getInitialValueInEffect: false });
	// The bank can end a rate, as in 2022 that of the rouble.
	return { rates, currency: rates && currenciesOf(rates).includes(chosen) ? chosen : DEFAULT, choose };
}

/** A price in the chosen currency, if it is in another one that has a rate. */
export function Converted({
	price: { current, currency: from },
	conversion: { rates, currency: to },
}: {
	price: NonNullable<ProductInRegion['price']>;
	conversion: Conversion;
}) {
	const minor = rates && from !== to ? convertMoney(current, from, to, rates) : null;
	if (minor === null) return null;
	return <span className="mono dim converted">≈ {formatMoney(minor, to)}</span>;
}

/** Chooses the currency, and names where its rates come from, as the bank asks those who show them. */
export function ConvertedTo({ conversion: { rates, currency, choose } }: { conversion: Conversion }) {
	if (!rates) return null;
	return (
		<div className="legend converted-to">
			≈ converted to
			<NativeSelect
				aria-label="Currency of converted prices"
				size="xs"
				data={currenciesOf(rates)}
				value={currency}
				onChange={(event) => choose(event.currentTarget.value)}
			/>
			with the reference rates of the European Central Bank of {dayFormat.format(Date.parse(rates.date))}
		</div>
	);
}

function currenciesOf({ perEuro }: ExchangeRates): string[] {
	return ['EUR', ...Object.keys(perEuro)].toSorted();
}
