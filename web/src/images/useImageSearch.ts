import { useDebouncedValue } from '@mantine/hooks';
import type { PictureDetails } from '@dropwire/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { reasonOf } from '../api/useCall.ts';
import { DEFAULT_OPTIONS, type FoundPicture, type ImageOptions } from './look.ts';
import { createSources } from './sources.ts';

/** The pictures of a product at each mirror: their URLs and what is known of them. */
export interface ImageAnswer {
	mirrors: readonly (readonly string[])[];
	details: readonly (readonly PictureDetails[])[];
	/** Mirrors, counted from 1, whose host did not answer for each picture. */
	incomplete: readonly number[];
}

export type ImageCall = (sku: string, options: ImageOptions) => Promise<ImageAnswer>;

interface Found {
	sku: string;
	pictures: readonly FoundPicture[];
	/** The names of mirrors that can have more pictures. */
	incomplete: readonly string[];
}

/** How long the options must be unchanged before pictures are drawn with them, ms. */
const SETTLED_MS = 400;

/** Searches pictures, and shows changed options on them without another search. */
export function useImageSearch(call: ImageCall, titleOf: (mirror: number) => string) {
	const [options, setOptions] = useState<ImageOptions>(DEFAULT_OPTIONS);
	const [applied] = useDebouncedValue(options, SETTLED_MS);
	const [found, setFound] = useState<Found | null>(null);
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<string | null>(null);
	const [sources] = useState(createSources);
	/** The newest request. Answers to earlier ones are ignored. */
	const newest = useRef(0);
	/** The options of the newest request. */
	const asked = useRef(options);
	/** The newest search: another brand can have been chosen since. */
	const source = useRef({ call, titleOf });

	const ask = useCallback(async (sku: string, wanted: ImageOptions) => {
		const request = ++newest.current;
		asked.current = wanted;
		setError(null);
		try {
			const answer = await source.current.call(sku, wanted);
			const { titleOf: nameOf } = source.current;
			const pictures = picturesOf(sku, answer, nameOf);
			const incomplete = answer.incomplete.map((mirror) => nameOf(mirror - 1));
			if (request === newest.current) setFound({ sku, pictures, incomplete });
		} catch (failure) {
			if (request === newest.current) setError(`Error: ${reasonOf(failure, 'sku', 'color')}`);
		}
		if (request === newest.current) setBusy(false);
	}, []);

	// Hosts draw by the URL, so changed options are asked for. The browser draws the other pictures itself.
	useEffect(() => {
		if (applied !== options || applied === asked.current || busy || !found?.pictures.some(({ rendered }) => rendered))
			return;
		void ask(found.sku, applied);
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
		/** Searches another SKU: the pictures of the one before disappear at once. */
		search(sku: string) {
			source.current = { call, titleOf };
			sources.clear();
			setFound(null);
			setBusy(true);
			void ask(sku, options);
		},
		/** Shows why a search cannot start. */
		reject(reason: string) {
			setFound(null);
			setError(reason);
		},
	};
}

function picturesOf(sku: string, { mirrors, details }: ImageAnswer, titleOf: (mirror: number) => string) {
	const pictures: FoundPicture[] = [];
	for (const [mirror, urls] of mirrors.entries()) {
		for (const [index, url] of urls.entries()) {
			const { view, rendered } = details[mirror]?.[index] ?? { view: null, rendered: true };
			const label = `${sku} ${index + 1}, ${titleOf(mirror)}`;
			pictures.push({ url, view, rendered, mirror, slot: pictures.length, label });
		}
	}
	return pictures;
}
