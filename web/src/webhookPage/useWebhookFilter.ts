import {
	type Brand,
	BRAND_IDS,
	type CallInput,
	type Contract,
	type Region,
	REGIONS,
	WEBHOOK_STATES,
	type WebhookState,
} from '@dropwire/contract';
import { useSearchParams } from 'react-router-dom';

/** The filters of the list of webhooks, as the call takes them. */
export interface WebhookFilter extends Omit<CallInput<Contract['allWebhooks']>, 'cursor'> {
	q?: string;
	state?: WebhookState;
	brand?: Brand;
	region?: Region;
}

/** The filter in the address, and a function that changes one part of it; an empty text removes the part. */
export function useWebhookFilter(): [WebhookFilter, (part: keyof WebhookFilter, value: string) => void] {
	const [query, setQuery] = useSearchParams();
	// A value that no webhook can match is ignored.
	const oneOf = <T extends string>(values: readonly T[], part: string) =>
		values.find((value) => value === query.get(part));
	const q = query.get('q');
	const state = oneOf(WEBHOOK_STATES, 'state');
	const brand = oneOf(BRAND_IDS, 'brand');
	const region = oneOf(REGIONS, 'region');
	const filter = { ...(q && { q }), ...(state && { state }), ...(brand && { brand }), ...(region && { region }) };
	return [
		filter,
		(part, value) =>
			setQuery(
				(old) => {
					const next = new URLSearchParams(old);
					if (value) next.set(part, value);
					else next.delete(part);
					return next;
				},
				{ replace: true },
			),
	];
}
