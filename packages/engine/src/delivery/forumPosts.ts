import type { Database, Knex } from '@dropwire/db';
import { chunks } from '@dropwire/domain';
import type { Overlay } from '../message/body.ts';
import type { DeliveryKey } from '../webhooks/deliveryKey.ts';
import type { Job } from './lane.ts';

/** IDs per statement, within the limits of both databases. */
const CHUNK = 1000;

/** Finds the forum posts that messages go to. Reads nothing when no message goes to one. */
export async function findPosts(db: Database, jobs: ReadonlyMap<number, readonly Job[]>): Promise<void> {
	const inForums = new Map<string, Job[]>();
	const webhookIds = new Set<number>();
	for (const [webhookId, own] of jobs) {
		for (const job of own) {
			const product = job.overlay?.post?.product;
			if (product === undefined) continue;
			webhookIds.add(webhookId);
			const key = `${webhookId} ${product}`;
			inForums.set(key, [...(inForums.get(key) ?? []), job]);
		}
	}
	const products = new Set([...inForums.keys()].map((key) => key.slice(key.indexOf(' ') + 1)));
	for (const some of chunks([...webhookIds], CHUNK)) {
		const rows: { webhookId: number; product: string; threadId: string }[] = await db
			.knex('forum_posts')
			.whereIn('webhookId', some)
			.whereIn('product', [...products])
			.select('webhookId', 'product', 'threadId');
		for (const { webhookId, product, threadId } of rows) {
			for (const job of inForums.get(`${webhookId} ${product}`) ?? []) {
				job.productPost = threadId;
				// An edit is where the message is that it edits.
				job.postId ??= threadId;
			}
		}
	}
}

/** Sends the webhook's later messages of the same product to the post that Discord put a message into. */
export function assignPost(jobs: readonly Job[], sent: Job, postId: string): void {
	for (const job of ofProduct(jobs, sent)) {
		job.productPost = postId;
		job.postId = job.editOf === null ? postId : (job.postId ?? postId);
	}
}

/**
 * A post no longer exists, nor do its messages: what was to go there, or to edit one, is a new message in the product's present
 * post, or in one that must be made.
 */
export function leavePost(jobs: readonly Job[], left: Job): void {
	const { postId: gone } = left;
	for (const job of [left, ...ofProduct(jobs, left)]) {
		if (job.productPost === gone) job.productPost = null;
		if (job.postId !== gone) continue;
		job.postId = job.productPost;
		job.target = null;
	}
}

function ofProduct(jobs: readonly Job[], { overlay }: Job): Job[] {
	const product = overlay?.post?.product;
	return product === undefined ? [] : jobs.filter((job) => job.overlay?.post?.product === product);
}

/** A message that Discord put into a forum post. */
export interface Posted extends DeliveryKey {
	product: string;
	/** The answer's channel. */
	postId: string;
}

/** Stores where messages are, so that later messages and edits of the products go to the same posts. */
export async function recordPosts(trx: Knex.Transaction, posted: readonly Posted[]): Promise<void> {
	for (const { deliveryId, queuedAt, webhookId, product, postId } of posted) {
		await trx('deliveries').where({ id: deliveryId, queuedAt, webhookId }).update({ threadId: postId });
		const exists = await trx('webhooks').where({ id: webhookId }).first('id');
		if (!exists) continue;
		await trx('forum_posts')
			.insert({ webhookId, product, threadId: postId, createdAt: Date.now() })
			.onConflict(['webhookId', 'product'])
			.merge(['threadId']);
	}
}

/** Stores where the message of a delivery is, by what the delivery itself says about its product. */
export async function recordPostOf(
	trx: Knex.Transaction,
	{ deliveryId, queuedAt }: Pick<DeliveryKey, 'deliveryId' | 'queuedAt'>,
	postId: string,
): Promise<void> {
	const row = await trx('deliveries').where({ id: deliveryId, queuedAt }).first('webhookId', 'overlay');
	const post = row?.overlay ? (JSON.parse(row.overlay) as Overlay).post : undefined;
	if (!row?.webhookId || post?.product === undefined) return;
	await recordPosts(trx, [{ deliveryId, queuedAt, webhookId: row.webhookId, product: post.product, postId }]);
}
