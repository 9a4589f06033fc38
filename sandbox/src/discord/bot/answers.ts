import { type Refusal, validateReply } from '../validate.ts';
import type { DiscordWorld } from '../world.ts';
import { ACKNOWLEDGE_WITHIN_MS, type Interaction, type InteractionMessage, TOKEN_LASTS_MS } from './interactions.ts';

export interface ReplyBody {
	content?: string;
	embeds?: unknown[];
	components?: unknown[];
	flags?: number;
}

const EPHEMERAL = 64;
/** Kinds of callback (Discord's documentation, "Interaction Callback Type"). */
const CALLBACK = { message: 4, deferredMessage: 5, deferredUpdate: 6, update: 7, choices: 8 } as const;

/** Takes the acknowledgement of an interaction, by Discord's rules: once, and within three seconds. */
export function acknowledge(
	world: DiscordWorld,
	interaction: Interaction | undefined,
	{ type, data = {} }: { type: number; data?: ReplyBody & { choices?: { name: string; value: string }[] } },
): Refusal | null {
	if (!interaction) return unknownInteraction;
	const took = Date.now() - interaction.at;
	if (interaction.state === 'failed' || took > ACKNOWLEDGE_WITHIN_MS) return unknownInteraction;
	if (interaction.state !== 'waiting') {
		return { status: 400, body: { message: 'Interaction has already been acknowledged.', code: 40060 } };
	}
	const wrong =
		kindProblem(interaction, type) ?? (hasText(type) ? validateReply(data) : choicesProblem(type, data.choices));
	if (wrong) return wrong;
	interaction.acknowledgedMs = took;
	interaction.state = type === CALLBACK.deferredMessage || type === CALLBACK.deferredUpdate ? 'thinking' : 'answered';
	if (type === CALLBACK.choices) interaction.choices = data.choices ?? [];
	else if (type === CALLBACK.message || type === CALLBACK.deferredMessage) {
		interaction.message = newMessage(world, data);
	} else if (type === CALLBACK.update) edit(interaction.message, data);
	return null;
}

/** A further message. */
export function followUp(world: DiscordWorld, interaction: Interaction, body: ReplyBody): Refusal | InteractionMessage {
	const wrong = tokenProblem(interaction) ?? validateReply(body);
	if (wrong) return wrong;
	const message = newMessage(world, body);
	interaction.followUps.push(message);
	return message;
}

/** Changes a message; the first change of a deferred one is the answer. `@original` is the answer itself. */
export function change(interaction: Interaction, messageId: string, body: ReplyBody): Refusal | InteractionMessage {
	const message = find(interaction, messageId);
	const wrong = tokenProblem(interaction) ?? (message ? validateReply(body, true) : unknownMessage);
	if (wrong) return wrong;
	edit(message, body);
	if (message === interaction.message) interaction.state = 'answered';
	return message as InteractionMessage;
}

export function find(interaction: Interaction, messageId: string): InteractionMessage | null {
	if (messageId === '@original' || messageId === interaction.message?.id) return interaction.message;
	return interaction.followUps.find(({ id }) => id === messageId) ?? null;
}

function newMessage(world: DiscordWorld, { content = '', embeds = [], components = [], flags = 0 }: ReplyBody) {
	return { id: world.snowflake(), content, embeds, components, ephemeral: (flags & EPHEMERAL) !== 0 };
}

function edit(message: InteractionMessage | null, { content, embeds, components }: ReplyBody): void {
	if (!message) return;
	if (content !== undefined) message.content = content ?? '';
	if (embeds !== undefined) message.embeds = embeds ?? [];
	if (components !== undefined) message.components = components ?? [];
}

const unknownInteraction: Refusal = { status: 404, body: { message: 'Unknown interaction', code: 10062 } };
export const unknownMessage: Refusal = { status: 404, body: { message: 'Unknown Message', code: 10008 } };

function tokenProblem(interaction: Interaction): Refusal | null {
	if (Date.now() - interaction.at > TOKEN_LASTS_MS) {
		return { status: 401, body: { message: 'Invalid Webhook Token', code: 50027 } };
	}
	return interaction.acknowledgedMs === null
		? { status: 404, body: { message: 'Unknown Webhook', code: 10015 } }
		: null;
}

function kindProblem({ kind }: Interaction, type: number): Refusal | null {
	const fitting: Record<Interaction['kind'], readonly number[]> = {
		command: [CALLBACK.message, CALLBACK.deferredMessage],
		button: [CALLBACK.message, CALLBACK.deferredMessage, CALLBACK.deferredUpdate, CALLBACK.update],
		autocomplete: [CALLBACK.choices],
	};
	return fitting[kind].includes(type) ? null : invalid('type', 'does not fit the interaction');
}

function hasText(type: number): boolean {
	return type === CALLBACK.message || type === CALLBACK.update;
}

function choicesProblem(type: number, choices: { name: string; value: string }[] | undefined): Refusal | null {
	if (type !== CALLBACK.choices) return null;
	if (!choices || choices.length > 25) return invalid('choices', 'Must be between 0 and 25 in length.');
	const bad = choices.some(({ name, value }) => !name || name.length > 100 || !value || value.length > 100);
	return bad ? invalid('choices', 'Names and values must be between 1 and 100 in length.') : null;
}

function invalid(field: string, message: string): Refusal {
	const errors = { [field]: { _errors: [{ code: 'BASE_TYPE_BAD_LENGTH', message }] } };
	return { status: 400, body: { message: 'Invalid Form Body', code: 50035, errors } };
}
