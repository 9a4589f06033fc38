/** A rejection in Discord's words. */
export interface Rejection {
	status: number;
	body: { message: string; code: number; errors?: unknown };
}

/** Discord's errors by code: the status and the message (its documentation, "Opcodes and Status Codes"; 40333: discord-api-docs#6473). */
const ERRORS = {
	10_003: [404, 'Unknown Channel'],
	10_007: [404, 'Unknown Member'],
	10_008: [404, 'Unknown Message'],
	10_013: [404, 'Unknown User'],
	10_015: [404, 'Unknown Webhook'],
	10_062: [404, 'Unknown interaction'],
	10_070: [404, 'Unknown Guild Scheduled Event'],
	10_087: [404, 'Unknown Tag'],
	20_026: [403, 'Your application has been quarantined by our anti-spam system'],
	20_028: [429, 'The write action you are performing on the channel has hit the write rate limit.'],
	20_029: [429, 'The write action you are performing on the server has hit the write rate limit.'],
	30_007: [400, 'Maximum number of webhooks reached (15)'],
	30_015: [400, 'Maximum number of attachments in a message reached (10)'],
	30_034: [400, 'Max number of daily application command creates has been reached (200)'],
	30_038: [400, 'Maximum number of uncompleted guild scheduled events reached (100)'],
	30_046: [429, 'Maximum number of edits to messages older than 1 hour reached. Try again later'],
	30_058: [400, 'Maximum number of webhooks per guild reached (1000)'],
	40_003: [403, 'You are opening direct messages too fast'],
	40_005: [413, 'Request entity too large'],
	40_060: [400, 'Interaction has already been acknowledged.'],
	40_062: [429, 'Service resource is being rate limited.'],
	40_066: [400, 'There are no tags available that can be set by non-moderators'],
	40_067: [400, 'A tag is required to create a forum post in this channel'],
	40_333: [403, 'internal network error'],
	50_001: [403, 'Missing Access'],
	50_006: [400, 'Cannot send an empty message'],
	50_007: [403, 'Cannot send messages to this user'],
	50_013: [403, 'Missing Permissions'],
	50_027: [401, 'Invalid Webhook Token'],
	50_083: [400, 'Thread is archived'],
	50_101: [400, 'This server needs more boosts to perform this action'],
	50_109: [400, 'The request body contains invalid JSON.'],
	50_278: [403, 'Cannot send messages to this user due to having no mutual guilds'],
	160_005: [400, 'This thread is locked'],
	160_006: [400, 'Maximum number of active threads reached'],
	180_000: [400, 'Cannot update a finished event'],
	200_000: [400, 'Message was blocked by automatic moderation'],
	200_001: [400, 'Title was blocked by automatic moderation'],
	220_001: [400, 'Webhooks posted to forum channels must have a thread_name or thread_id'],
	220_002: [400, 'Webhooks posted to forum channels cannot have both a thread_name and thread_id'],
	220_003: [400, 'Webhooks can only create threads in forum channels'],
	240_000: [400, 'Message blocked by harmful links filter'],
} as const satisfies Record<number, readonly [status: number, message: string]>;
export type ErrorCode = keyof typeof ERRORS;

export function rejection(code: ErrorCode): Rejection {
	const [status, message] = ERRORS[code];
	return { status, body: { message, code } };
}

export function answer(ctx: { status: number; body: unknown }, { status, body }: Rejection): void {
	ctx.status = status;
	ctx.body = body;
}

/** `401: Unauthorized`, which has no code. */
export const UNAUTHORIZED: Rejection = { status: 401, body: { message: '401: Unauthorized', code: 0 } };

/** Discord's code and message of an invalid field. */
export type Problem = readonly [code: string, message: string];

/**
 * The rejection of a body with invalid fields (50035), which names each field by its path in the body.
 * @param problems by the path, as `embeds.0.image.url`
 */
export function invalidForm(problems: Readonly<Record<string, Problem>>): Rejection {
	const errors: Record<string, unknown> = {};
	for (const [path, [code, message]] of Object.entries(problems)) {
		let node = errors;
		for (const part of path.split('.')) node = (node[part] ??= {}) as Record<string, unknown>;
		node['_errors'] = [{ code, message }];
	}
	return { status: 400, body: { message: 'Invalid Form Body', code: 50_035, errors } };
}
