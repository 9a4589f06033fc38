import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * What does not fit into memory for sure, on disk as lines of JSON. Rows are secrets: the file can be read by its owner
 * only and has no name from the start, so that whatever ends this process ends it, too.
 */
export class Spool<Item> {
	readonly #file: FileHandle;
	#waiting = '';
	#written = 0;

	private constructor(file: FileHandle) {
		this.#file = file;
	}

	static async open<Item>(): Promise<Spool<Item>> {
		const folder = await mkdtemp(join(tmpdir(), 'dropwire-'));
		try {
			return new Spool<Item>(await open(join(folder, 'rows'), 'wx+', 0o600));
		} finally {
			await rm(folder, { recursive: true, force: true });
		}
	}

	async add(item: Item): Promise<void> {
		this.#waiting += `${JSON.stringify(item)}\n`;
		if (this.#waiting.length > 256 * 1024) await this.#flush();
	}

	async *items(): AsyncGenerator<Item> {
		await this.#flush();
		const buffer = Buffer.allocUnsafe(256 * 1024);
		const decoder = new TextDecoder();
		let open = '';
		for (let at = 0; at < this.#written;) {
			const { bytesRead } = await this.#file.read(buffer, 0, buffer.length, at);
			at += bytesRead;
			const lines = (open + decoder.decode(buffer.subarray(0, bytesRead), { stream: true })).split('\n');
			open = lines.pop() ?? '';
			for (const line of lines) yield JSON.parse(line) as Item;
		}
	}

	async close(): Promise<void> {
		await this.#file.close();
	}

	async #flush(): Promise<void> {
		const bytes = Buffer.from(this.#waiting);
		this.#waiting = '';
		await this.#file.appendFile(bytes);
		this.#written += bytes.length;
	}
}
