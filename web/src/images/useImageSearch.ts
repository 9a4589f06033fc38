import { useDebouncedValue } from '@mantine/hooks';
import { PADDING_NAMES, type PictureDetails } from '@dropwire/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { reasonOf } from '../api/useCall.ts';
import { DEFAULT_OPTIONS, type FoundPicture, type ImageOptions } from './look.ts';
import { createLimit, createSources } from './sources.ts';

/** The pictures of a product at each mirror: their URLs and what is known of them. */
export interface ImageAnswer {
	mirrors: readonly (readonly string[])[];
	details: readonly (readonly PictureDetails[])[];
	/** The names of the mirrors' sources. */
	sources: readonly string[];
	/** Mirrors, counted from 1, whose host did not answer for each picture. */
	incomplete: readonly number[];
}

export type ImageCall = (sku: string, options: ImageOptions) => Promise<ImageAnswer>;

/** What was found for one SKU. */
export interface FoundProduct {
	sku: string;
	/** Whether its first answer has not come. */
	busy: boolean;
	pictures: readonly FoundPicture[];
	/** The names of sources that can have more pictures. */
	incomplete: readonly string[];
	error: string | null;
}

/** How long the options must be unchanged before pictures are drawn with them, ms. */
const SETTLED_MS = 400;
/** Searches that run at the same time: each makes the server ask for up to 50 pictures. */
const AT_ONCE = 3;

/** Searches pictures of several products, and shows changed options on them without another search. */
export function useImageSearch(call: ImageCall, titleOf: (mirror: number) => string) {
	const [options, setOptions] = useState<ImageOptions>(DEFAULT_OPTIONS);
	const [applied] = useDebouncedValue(options, SETTLED_MS);
	const [found, setFound] = useState<readonly FoundProduct[]>([]);
	const [error, setError] = useState<string | null>(null);
	const [sources] = useState(createSources);
	/** The newest request. Answers to earlier ones are ignored. */
	const newest = useRef(0);
	/** The options of the newest request. */
	const asked = useRef(options);
	/** The newest search: another brand can have been chosen since. */
	const source = useRef({ call, titleOf });

	const ask = useCallback((skus: readonly string[], wanted: ImageOptions) => {
		const request = ++newest.current;
		asked.current = wanted;
		const limited = createLimit(AT_ONCE);
		const answerOf = async (sku: string): Promise<Partial<FoundProduct>> => {
			try {
				if (request !== newest.current) return {};
				const answer = await source.current.call(sku, wanted);
				const incomplete = answer.incomplete.map((mirror) => sourceOf(answer, mirror - 1));
				return { pictures: picturesOf(sku, answer, source.current.titleOf), incomplete, error: null };
			} catch (failure) {
				return { error: `Error: ${reasonOf(failure, 'sku', 'color')}` };
			}
		};
		for (const sku of skus) {
			void limited(() => answerOf(sku)).then((answer) => {
				if (request !== newest.current) return;
				setFound((all) => all.map((one) => (one.sku === sku ? { ...one, ...answer, busy: false } : one)));
			});
		}
	}, []);

	const busy = found.some((one) => one.busy);
	// Hosts draw by the URL, so changed options are asked for. The browser draws the other pictures itself.
	useEffect(() => {
		if (applied !== options || applied === asked.current || busy) return;
		const drawn = found.filter(({ pictures }) => pictures.some(({ rendered }) => rendered));
		if (drawn.length === 0) return;
		ask(
			drawn.map(({ sku }) => sku),
			applied,
		);
	}, [applied, options, busy, found, ask]);

	return {
		options,
		setOptions,
		/** The options with which the pictures are shown. */
		applied,
		found,
		busy,
		error,
		sources,
		/** Searches other SKUs: the pictures of the ones before disappear at once. */
		search(skus: readonly string[]) {
			source.current = { call, titleOf };
			sources.clear();
			setError(null);
			setFound(skus.map(pending));
			ask(skus, options);
		},
		/** Searches one of the SKUs again, or another one in its place. */
		again(sku: string, other = sku) {
			const rest = found.filter((one) => one.sku === sku || one.sku !== other);
			const next = rest.map((one) => (one.sku === sku ? pending(other) : one));
			setFound(next);
			ask(
				next.filter((one) => one.busy).map((one) => one.sku),
				options,
			);
		},
		/** Shows why a search cannot start. */
		reject(reason: string) {
			setFound([]);
			setError(reason);
		},
	};
}

function pending(sku: string): FoundProduct {
	return { sku, busy: true, pictures: [], incomplete: [], error: null };
}

function sourceOf({ sources }: ImageAnswer, mirror: number): string {
	return sources[mirror] ?? `Mirror #${mirror + 1}`;
}

function picturesOf(sku: string, answer: ImageAnswer, titleOf: (mirror: number) => string): FoundPicture[] {
	return answer.mirrors.flatMap((urls, mirror) => {
		// Pictures beyond the views with a letter follow them in their order.
		let beyond = PADDING_NAMES.length;
		return urls.map((url, index) => {
			const { view, rendered } = answer.details[mirror]?.[index] ?? { view: null, rendered: true };
			return {
				id: `${sku} ${mirror + 1}.${index + 1}`,
				label: `${sku} ${index + 1}, ${titleOf(mirror)}`,
				slot: view === null ? beyond++ : PADDING_NAMES.indexOf(view),
				source: sourceOf(answer, mirror),
				sku,
				url,
				view,
				rendered,
				mirror,
			};
		});
	});
}
