import { Readable } from 'node:stream';
import type { Middleware } from 'koa';
import { type Rejection, rejection } from './errors.ts';
import type { DiscordState } from './state.ts';

/** A file of a request (Discord's documentation, "Uploading Files"). */
export interface Upload {
	/** `0` of `files[0]`, by which `attachments` in the body names it. */
	id: string;
	filename: string;
	type: string;
	bytes: Uint8Array;
}

/** A message's file as Discord returns it. */
export interface Attachment {
	id: string;
	filename: string;
	description?: string;
	content_type: string;
	size: number;
	url: string;
	proxy_url: string;
	ephemeral: boolean;
}

/** The files of a request's body, and those that an edit keeps. */
export interface Attaching {
	attachments?: { id: string | number; description?: string }[] | null;
	embeds?: unknown[] | null;
}

/** Discord's limits of a message: files, and the size of each in a server without boosts. */
const MAX = { files: 10, bytes: 10 * 1024 * 1024 };

/** Reads the JSON of a form in `payload_json`, and its files. */
export const readUploads: Middleware = async (ctx, next) => {
	if (ctx.is('multipart/form-data')) {
		const type = { 'content-type': ctx.get('content-type') };
		const form = await new Response(Readable.toWeb(ctx.req) as ReadableStream, { headers: type }).formData();
		ctx.request.body = JSON.parse(String(form.get('payload_json') ?? '{}'));
		ctx.state['uploads'] = await Promise.all(
			[...form].flatMap(([name, file]) => {
				const { id } = /^files\[(?<id>\d+)\]$/.exec(name)?.groups ?? {};
				return id === undefined || typeof file === 'string' ? [] : [uploadOf(id, file)];
			}),
		);
	}
	await next();
};

async function uploadOf(id: string, file: File): Promise<Upload> {
	return { id, filename: file.name, type: file.type, bytes: new Uint8Array(await file.arrayBuffer()) };
}

/** The rejection of a request's files. */
export function uploadProblem(uploads: readonly Upload[]): Rejection | null {
	if (uploads.length > MAX.files) return rejection(30_015);
	return uploads.some(({ bytes }) => bytes.length > MAX.bytes) ? rejection(40_005) : null;
}

/**
 * A message's attachments after a request: those that it keeps and its files. Embeds that name a file as `attachment://`
 * get its address, as Discord does.
 * @param before the attachments of an edited message, all of which are kept unless the request lists some
 */
export function attach(
	state: DiscordState,
	{ channelId, ephemeral }: { channelId: string; ephemeral: boolean },
	{ attachments: listed, embeds }: Attaching,
	uploads: readonly Upload[],
	before: readonly Attachment[] = [],
): { attachments: Attachment[]; embeds: unknown[] | undefined } {
	const kept = listed ? before.filter(({ id }) => listed.some((one) => String(one.id) === id)) : before;
	const added = uploads.map(({ id: place, filename, type, bytes }): Attachment => {
		const id = state.snowflake();
		const url = state.keepFile(`/attachments/${channelId}/${id}/${filename}`, { type, bytes });
		const description = listed?.find((one) => String(one.id) === place)?.description;
		const named = { id, filename, ...(description !== undefined && { description }) };
		return { ...named, content_type: type, size: bytes.length, url, proxy_url: url, ephemeral };
	});
	const attachments = [...kept, ...added];
	const text = embeds && JSON.stringify(embeds);
	const shown = text?.replaceAll(/"attachment:\/\/([^"]+)"/g, (all, name: string) => {
		const file = attachments.find(({ filename }) => filename === name);
		return file ? JSON.stringify(file.url) : all;
	});
	return { attachments, embeds: shown === undefined ? undefined : (JSON.parse(shown) as unknown[]) };
}
