import { useEffect, useState } from 'react';
import { reasonOf } from '../api/useCall.ts';
import { decode } from './compose.ts';
import type { Size } from './geometry.ts';

/** An image that the editor shows: its bytes, an address for them, and its size. */
export interface EditedImage extends Size {
	blob: Blob;
	address: string;
}

/** Loads an image for the editor once. */
export function useEditedImage(load: () => Promise<Blob>) {
	const [once] = useState(() => load);
	const [image, setImage] = useState<EditedImage | null>(null);
	const [error, setError] = useState<string | null>(null);
	useEffect(() => {
		let address: string | undefined;
		let left = false;
		async function open() {
			const blob = await once();
			const bitmap = await decode(blob);
			const { width, height } = bitmap;
			bitmap.close();
			if (left) return;
			address = URL.createObjectURL(blob);
			setImage({ blob, address, width, height });
		}
		open().catch((failure: unknown) => setError(`Error: ${reasonOf(failure, 'url')}`));
		return () => {
			left = true;
			if (address) URL.revokeObjectURL(address);
		};
	}, [once]);
	return { image, error };
}
