import type { CallOutput, Contract } from '@dropwire/contract';
import { useEffect, useState } from 'react';
import { api } from '../api/client.ts';

export type Suggestion = CallOutput<Contract['skuSuggest']>['data'][number];

/** The pause in typing before products are suggested, ms. */
const DEBOUNCE_MS = 250;
/** A single letter would match nearly everything. */
const MIN_LENGTH = 2;
/** Suggestions on the screen: more do not fit below the field of a phone. */
const MAX_SHOWN = 8;

const NONE = { text: '', list: [] as readonly Suggestion[] };

/**
 * Watched products whose SKU begins with a text or whose title contains its words; none while that is being read. A request
 * ends when the text changes, and a failed one suggests nothing: the search itself reports errors.
 */
export function useSuggestions(text: string): readonly Suggestion[] {
	const [found, setFound] = useState(NONE);
	useEffect(() => {
		if (text.length < MIN_LENGTH) return undefined;
		const request = new AbortController();
		const timer = setTimeout(() => {
			api.skuSuggest({ text }, request.signal).then(
				({ data }) => setFound({ text, list: data.slice(0, MAX_SHOWN) }),
				() => setFound(NONE),
			);
		}, DEBOUNCE_MS);
		return () => {
			clearTimeout(timer);
			request.abort();
		};
	}, [text]);
	return found.text === text && text.length >= MIN_LENGTH ? found.list : NONE.list;
}
