import { invalidForm, rejection, type Rejection } from '../errors.ts';
import { validateReply } from '../validate.ts';
import type { DiscordState } from '../state.ts';
import { ACKNOWLEDGE_WITHIN_MS, type Interaction, TOKEN_LASTS_MS } from './interactions.ts';
import type { InteractionMessage } from './messagePayload.ts';
import type { Modal } from './components.ts';
import { attach, type Attaching, type Upload, uploadProblem } from '../uploads.ts';

export interface ReplyBody extends Attaching {
	content?: string;
	components?: unknown[];
	flags?: number;
}

const EPHEMERAL = 64;
/** Interaction callback types (Discord's documentation, "Interaction Callback Type"). */
const CALLBACK = { message: 4, deferredMessage: 5, deferredUpdate: 6, update: 7, choices: 8, modal: 9 } as const;
/** Discord's limits for a form. */
const MODAL = { title: 45, label: 45, inputs: 5, value: 4000 };

/** Accepts the acknowledgement of an interaction under Discord's rules: once, and within three seconds. */
export function acknowledge(
	state: DiscordState,
	interaction: Interaction | undefined,
	{
		type,
		data = {},
	}: { type: number; data?: ReplyBody & { choices?: { name: string; value: string }[] } & Partial<Modal> },
	uploads: readonly Upload[] = [],
): Rejection | null {
	if (!interaction) return unknownInteraction;
	const took = Date.now() - interaction.at;
	if (interaction.state === 'failed' || took > ACKNOWLEDGE_WITHIN_MS) return unknownInteraction;
	if (interaction.state !== 'waiting') {
		return rejection(40_060);
	}
	const wrong =
		kindProblem(interaction, type) ??
		uploadProblem(uploads) ??
		(type === CALLBACK.modal ? modalProblem(data) : null) ??
		(hasText(type) ? validateReply(data) : choicesProblem(type, data.choices));
	if (wrong) return wrong;
	interaction.acknowledgedMs = took;
	interaction.state = type === CALLBACK.deferredMessage || type === CALLBACK.deferredUpdate ? 'thinking' : 'answered';
	if (type === CALLBACK.choices) interaction.choices = data.choices ?? [];
	else if (type === CALLBACK.modal) interaction.modal = data as Modal;
	else if (type === CALLBACK.message || type === CALLBACK.deferredMessage) {
		interaction.message = newMessage(state, interaction, data, uploads);
	} else if (type === CALLBACK.update) edit(state, interaction, interaction.message, data, uploads);
	return null;
}

/** Adds a follow-up message. */
export function followUp(
	state: DiscordState,
	interaction: Interaction,
	body: ReplyBody,
	uploads: readonly Upload[] = [],
): Rejection | InteractionMessage {
	const wrong = tokenProblem(interaction) ?? uploadProblem(uploads) ?? validateReply(body);
	if (wrong) return wrong;
	const message = newMessage(state, interaction, body, uploads);
	interaction.followUps.push(message);
	// A button can be answered without a change of its message.
	if (interaction.kind === 'component' && interaction.state === 'thinking') interaction.state = 'answered';
	return message;
}

/** Edits a message. The first edit of a deferred response is the answer; `@original` identifies the answer. */
export function change(
	state: DiscordState,
	interaction: Interaction,
	messageId: string,
	body: ReplyBody,
	uploads: readonly Upload[] = [],
): Rejection | InteractionMessage {
	const message = find(interaction, messageId);
	const wrong =
		tokenProblem(interaction) ?? uploadProblem(uploads) ?? (message ? validateReply(body, true) : unknownMessage);
	if (wrong) return wrong;
	edit(state, interaction, message, body, uploads);
	if (message === interaction.message) interaction.state = 'answered';
	return message as InteractionMessage;
}

export function find(interaction: Interaction, messageId: string): InteractionMessage | null {
	if (messageId === '@original' || messageId === interaction.message?.id) return interaction.message;
	return interaction.followUps.find(({ id }) => id === messageId) ?? null;
}

function newMessage(
	state: DiscordState,
	{ channelId }: Interaction,
	body: ReplyBody,
	uploads: readonly Upload[],
): InteractionMessage {
	const { content = '', components = [], flags = 0 } = body;
	const ephemeral = (flags & EPHEMERAL) !== 0;
	const { attachments, embeds = [] } = attach(state, { channelId, ephemeral }, body, uploads);
	return { id: state.snowflake(), content, embeds, components, attachments, ephemeral };
}

function edit(
	state: DiscordState,
	{ channelId }: Interaction,
	message: InteractionMessage | null,
	body: ReplyBody,
	uploads: readonly Upload[],
): void {
	if (!message) return;
	const { content, components } = body;
	const place = { channelId, ephemeral: message.ephemeral };
	const { attachments, embeds } = attach(state, place, body, uploads, message.attachments);
	message.attachments = attachments;
	if (content !== undefined) message.content = content ?? '';
	if (embeds !== undefined) message.embeds = embeds;
	else if (body.embeds === null) message.embeds = [];
	if (components !== undefined) message.components = components ?? [];
}

const unknownInteraction = rejection(10_062);
export const unknownMessage = rejection(10_008);

function tokenProblem(interaction: Interaction): Rejection | null {
	if (Date.now() - interaction.at > TOKEN_LASTS_MS) return rejection(50_027);
	return interaction.acknowledgedMs === null ? rejection(10_015) : null;
}

function kindProblem({ kind }: Interaction, type: number): Rejection | null {
	const fitting: Record<Interaction['kind'], readonly number[]> = {
		command: [CALLBACK.message, CALLBACK.deferredMessage, CALLBACK.modal],
		component: [CALLBACK.message, CALLBACK.deferredMessage, CALLBACK.deferredUpdate, CALLBACK.update, CALLBACK.modal],
		// A form that belongs to a message can change it.
		modal: [CALLBACK.message, CALLBACK.deferredMessage, CALLBACK.deferredUpdate, CALLBACK.update],
		autocomplete: [CALLBACK.choices],
	};
	return fitting[kind].includes(type) ? null : invalid('type', 'does not fit the interaction');
}

function hasText(type: number): boolean {
	return type === CALLBACK.message || type === CALLBACK.update;
}

function modalProblem({ custom_id: id, title, components = [] }: Partial<Modal>): Rejection | null {
	if (!id || id.length > 100) return invalid('custom_id', 'Must be between 1 and 100 in length.');
	if (!title || title.length > MODAL.title) return invalid('title', 'Must be between 1 and 45 in length.');
	const inputs = components.flatMap((row) => row.components);
	if (inputs.length < 1 || inputs.length > MODAL.inputs)
		return invalid('components', 'Must be between 1 and 5 in length.');
	const bad = inputs.some(({ label, value = '', max_length: max = MODAL.value }) => {
		return !label || label.length > MODAL.label || value.length > max;
	});
	return bad ? invalid('components', 'Labels and values must not be longer than their limits.') : null;
}

function choicesProblem(type: number, choices: { name: string; value: string }[] | undefined): Rejection | null {
	if (type !== CALLBACK.choices) return null;
	if (!choices || choices.length > 25) return invalid('choices', 'Must be between 0 and 25 in length.');
	const bad = choices.some(({ name, value }) => !name || name.length > 100 || !value || value.length > 100);
	return bad ? invalid('choices', 'Names and values must be between 1 and 100 in length.') : null;
}

function invalid(field: string, message: string): Rejection {
	return invalidForm({ [field]: ['BASE_TYPE_BAD_LENGTH', message] });
}
