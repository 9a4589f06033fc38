import { Zip, ZipPassThrough } from 'fflate';

/** A ZIP file. Images are compressed already, so they are stored as they are. */
export interface ZipFile {
	add(name: string, file: Blob): Promise<void>;
	/** The whole file. Nothing can be added afterwards. */
	end(): Blob;
}

/** Starts a ZIP file. @throws Error from `add` and `end` if it cannot be written */
export function openZip(): ZipFile {
	const pieces: Uint8Array<ArrayBuffer>[] = [];
	const zip = new Zip((error, piece) => {
		if (error) throw error;
		pieces.push(new Uint8Array(piece));
	});
	return {
		async add(name, file) {
			const bytes = new Uint8Array(await file.arrayBuffer());
			const entry = new ZipPassThrough(name);
			zip.add(entry);
			entry.push(bytes, true);
		},
		end() {
			zip.end();
			return new Blob(pieces, { type: 'application/zip' });
		},
	};
}
