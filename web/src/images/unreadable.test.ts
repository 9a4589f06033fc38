import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createSources } from './sources.ts';
import { useDownloads } from './useDownloads.ts';
import { useDrawn } from './useDrawn.ts';
import { useEditedImage } from './useEditedImage.ts';

afterEach(() => vi.unstubAllGlobals());

const URL_OF_FILE = 'https://shop.example/a.png';
const LOOK = { color: '#ffffff', transparent: false, padding: 0 };
const load = async () => new Blob(['text']);

/** The error of each way in which a picture is used. */
const WAYS = {
	download() {
		const { result } = renderHook(() => useDownloads('png'));
		act(() => result.current.one(load, 'a'));
		return () => result.current.error;
	},
	edit() {
		const { result } = renderHook(() => useEditedImage(load));
		return () => result.current.error;
	},
	draw() {
		const sources = createSources();
		const { result } = renderHook(() => useDrawn(URL_OF_FILE, LOOK, sources));
		return () => result.current.error;
	},
};

test.each(['download', 'edit', 'draw'] as const)('%s: a file that is no picture is named', async (way) => {
	vi.stubGlobal('fetch', async () => Response.json({ data: btoa('text') }));
	vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('Cannot decode.', 'InvalidStateError')));
	const error = WAYS[way]();
	await waitFor(() => expect(error()).toMatch(/The file is not a picture that this browser can read\.$/));
});

test.each(['download', 'draw'] as const)('%s: a browser that cannot draw is named', async (way) => {
	vi.stubGlobal('fetch', async () => Response.json({ data: btoa('text') }));
	vi.stubGlobal('createImageBitmap', async () => ({ width: 1, height: 1, close() {} }));
	vi.stubGlobal(
		'OffscreenCanvas',
		class {
			getContext() {
				return null;
			}
		},
	);
	const error = WAYS[way]();
	await waitFor(() => expect(error()).toMatch(/This browser cannot edit images\.$/));
});
