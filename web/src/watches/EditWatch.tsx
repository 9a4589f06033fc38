import '../theme/pickers.ts';
import '../subscriptions/options.css';
import { ApiError, EVENT_KINDS, KINDS, REGION_NAMES, regionsOfBrand, type Watch } from '@dropwire/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { refresh, useCall } from '../api/useCall.ts';
import { Choices } from '../subscriptions/Choices.tsx';
import { SizeTags } from '../subscriptions/SizesField.tsx';
import { StatesField } from '../subscriptions/StatesField.tsx';
import { FormModal } from '../ui/FormModal.tsx';
import { maxPriceOf, typedPrice } from './sentences.ts';

const FIELDS = ['kinds', 'regions', 'sizes', 'maxPrice', 'states'];
/** For a product whose prices are unknown. */
const ANY_CURRENCY = 'USD';

/** Changes what of a product the user gets. The product's own sizes and currencies are suggested. */
export function EditWatch({ watch, close }: { watch: Watch; close(): void }) {
	const { id, brand, sku, title } = watch;
	const product = useCall('catalogueEntry', { brand, sku }).data?.data;
	const [kinds, setKinds] = useState(watch.kinds);
	const [regions, setRegions] = useState(watch.regions ?? []);
	const [sizes, setSizes] = useState(watch.sizes ?? []);
	const [price, setPrice] = useState(typedPrice(watch.maxPrice));
	const [chosen, setCurrency] = useState(watch.maxPrice?.currency);
	const [states, setStates] = useState(watch.states);
	const seen = product?.regions.flatMap((one) => one.price?.currency ?? []) ?? [];
	const currencies = [...new Set([...(watch.maxPrice ? [watch.maxPrice.currency] : []), ...seen, ANY_CURRENCY])];
	const currency = chosen ?? currencies[0] ?? ANY_CURRENCY;
	const sold = regionsOfBrand(brand);
	async function run() {
		const maxPrice = maxPriceOf(price, currency);
		if (maxPrice === undefined) throw noAmount(currency);
		await api.watchEdit({
			id,
			kinds,
			regions: regions.length > 0 ? sold.filter((region) => regions.includes(region)) : null,
			sizes: sizes.length > 0 ? sizes : null,
			maxPrice,
			states,
		});
		await refresh('watches');
	}
	return (
		<FormModal title={`Watch of ${title ?? sku}`} opened close={close} submit={{ label: 'Save', run }} fields={FIELDS}>
			{(errorFor) => (
				<>
					<Choices
						label="Kinds"
						description="Send only these kinds of events."
						choices={EVENT_KINDS.map((kind) => ({ value: kind as string, label: KINDS[kind].headline }))}
						value={kinds}
						change={setKinds}
						error={errorFor('kinds')}
					/>
					{sold.length > 1 && (
						<Choices
							label="Regions"
							description="Without a choice, all regions."
							choices={sold.map((region) => ({ value: region as string, label: REGION_NAMES[region] }))}
							value={regions}
							change={setRegions}
							error={errorFor('regions')}
						/>
					)}
					<SizeTags
						value={sizes}
						labels={[...new Set(product?.regions.flatMap((one) => one.sizes.map(({ size }) => size)))]}
						change={setSizes}
						error={errorFor('sizes') ?? undefined}
					/>
					<div className="watch-price">
						<TextInput
							label="Highest price"
							description="A price in another currency, or none, sends nothing."
							inputMode="decimal"
							value={price}
							onChange={(event) => setPrice(event.currentTarget.value)}
							error={errorFor('maxPrice')}
						/>
						<NativeSelect
							aria-label="Currency of the highest price"
							data={currencies}
							value={currency}
							onChange={(event) => setCurrency(event.currentTarget.value)}
						/>
					</div>
					<StatesField value={states} change={setStates} error={errorFor('states')} />
				</>
			)}
		</FormModal>
	);
}

function noAmount(currency: string): ApiError {
	const problem = `must be an amount in ${currency}, like 120`;
	return new ApiError(400, { code: 'invalid_input', message: problem, fields: { maxPrice: problem } });
}
