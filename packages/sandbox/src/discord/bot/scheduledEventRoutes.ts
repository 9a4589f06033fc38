import type Router from '@koa/router';
import type { Context, Next } from 'koa';
import { answer, invalidForm, type Problem, type Rejection, rejection } from '../errors.ts';
import type { GuildState } from '../guilds.ts';
import { bucketOf } from '../limits.ts';
import { BOT_USER } from '../payloads.ts';
import { has, PERMISSIONS } from '../permissions.ts';
import { limitedReply } from '../replies.ts';
import type { DiscordState, ScheduledEvent } from '../state.ts';

/** Discord's limits (its documentation, "Guild Scheduled Event"). */
const MAX = { open: 100, name: 100, description: 1000, location: 100 };
/** The kind of event that happens outside Discord: the only one that the sandbox has. */
const EXTERNAL = 3;
const STATUS = { scheduled: 1, active: 2, completed: 3, canceled: 4 } as const;

type Fields = Partial<Omit<ScheduledEvent, 'id' | 'guildId' | 'creatorId'>>;

/** The scheduled events of guilds (Discord's documentation, "Guild Scheduled Event"). */
export function scheduledEventRoutes(
	router: Router,
	state: DiscordState,
	bot: (ctx: Context, next: Next) => Promise<void>,
): void {
	const path = '/api/v10/guilds/:id/scheduled-events';
	const guildOf = (ctx: Context & { params: Record<string, string> }): GuildState | null => {
		const guild = state.guilds.get(ctx.params['id'] ?? '');
		if (guild?.bot.present) return guild;
		answer(ctx, rejection(50_001));
		return null;
	};
	/** The event in the path if the bot can change it: its own ones with either permission. */
	const changeable = (ctx: Context & { params: Record<string, string> }): ScheduledEvent | null => {
		const guild = guildOf(ctx);
		if (!guild) return null;
		const event = state.scheduledEvents.get(ctx.params['event'] ?? '');
		if (event?.guildId !== guild.id) {
			answer(ctx, rejection(10_070));
			return null;
		}
		const own = event.creatorId === BOT_USER.id && has(guild.bot.permissions, PERMISSIONS.CREATE_EVENTS);
		if (own || has(guild.bot.permissions, PERMISSIONS.MANAGE_EVENTS)) return event;
		answer(ctx, rejection(50_013));
		return null;
	};

	router.get(path, bot, (ctx) => {
		const guild = guildOf(ctx);
		if (guild) ctx.body = openEvents(state, guild.id).map(scheduledEventPayload);
	});

	router.post(path, bot, (ctx) => {
		const guild = guildOf(ctx);
		if (!guild) return undefined;
		if (!has(guild.bot.permissions, PERMISSIONS.CREATE_EVENTS)) return answer(ctx, rejection(50_013));
		const { scheduledEvents: limit } = state.limits;
		const window = limit && bucketOf(state.routeBuckets, `create events ${guild.id}`).take(limit, Date.now());
		if (window && !window.ok) {
			const seconds = (window.endsAt - Date.now()) / 1000;
			const { headers, ...limited } = limitedReply(state, `create events ${guild.id}`, { seconds, scope: 'user' });
			ctx.set(headers);
			return answer(ctx, limited as Rejection);
		}
		const invalid = problemOf(ctx.request.body as Fields, true);
		if (invalid) return answer(ctx, invalid);
		if (openEvents(state, guild.id).length >= MAX.open) return answer(ctx, rejection(30_038));
		const own = { id: state.snowflake(), guildId: guild.id, creatorId: BOT_USER.id, status: STATUS.scheduled };
		const event = { ...own, ...(ctx.request.body as Required<Fields>) };
		state.scheduledEvents.set(event.id, event);
		ctx.body = scheduledEventPayload(event);
		return undefined;
	});

	router.patch(`${path}/:event`, bot, (ctx) => {
		const event = changeable(ctx);
		if (!event) return undefined;
		const status = statusOf(event, Date.now());
		if (status === STATUS.completed || status === STATUS.canceled) return answer(ctx, rejection(180_000));
		const fields = ctx.request.body as Fields;
		const invalid = problemOf({ ...fields }, false);
		if (invalid) return answer(ctx, invalid);
		Object.assign(event, fields);
		ctx.body = scheduledEventPayload(event);
		return undefined;
	});

	router.delete(`${path}/:event`, bot, (ctx) => {
		const event = changeable(ctx);
		if (!event) return;
		state.scheduledEvents.delete(event.id);
		ctx.status = 204;
	});
}

/** What Discord lists: neither completed nor canceled events. */
function openEvents(state: DiscordState, guildId: string): ScheduledEvent[] {
	const now = Date.now();
	return [...state.scheduledEvents.values()].filter((event) => {
		const status = statusOf(event, now);
		return event.guildId === guildId && (status === STATUS.scheduled || status === STATUS.active);
	});
}

/** External events begin and end at their times. */
function statusOf({ status, scheduled_start_time: start, scheduled_end_time: end }: ScheduledEvent, now: number) {
	if (status === STATUS.canceled || Date.parse(start) > now) return status;
	return Date.parse(end) > now ? STATUS.active : STATUS.completed;
}

function scheduledEventPayload({ guildId, creatorId, ...event }: ScheduledEvent) {
	return {
		description: '',
		...event,
		status: statusOf({ guildId, creatorId, ...event }, Date.now()),
		guild_id: guildId,
		creator_id: creatorId,
		channel_id: null,
		entity_id: null,
		image: null,
		recurrence_rule: null,
		guild_scheduled_event_exceptions: [],
	};
}

const REQUIRED: Problem = ['BASE_TYPE_REQUIRED', 'This field is required'];

/** @param isNew whether absent fields are missing */
function problemOf(fields: Fields, isNew: boolean): Rejection | null {
	const problems: Record<string, Problem> = {};
	const check = (path: string, value: string | undefined, max: number, min = 1) => {
		if (value === undefined ? isNew && min > 0 : value.length < min) problems[path] = REQUIRED;
		else if (value !== undefined && value.length > max) {
			problems[path] = ['BASE_TYPE_MAX_LENGTH', `Must be ${max} or fewer in length.`];
		}
	};
	const { name, description, entity_metadata: place, scheduled_start_time: start, scheduled_end_time: end } = fields;
	check('name', name, MAX.name);
	check('description', description, MAX.description, 0);
	check('entity_metadata.location', place?.location, MAX.location);
	check('scheduled_start_time', start, 40);
	check('scheduled_end_time', end, 40);
	if (isNew && fields.entity_type !== EXTERNAL) problems['entity_type'] = REQUIRED;
	if (isNew && fields.privacy_level !== 2) problems['privacy_level'] = REQUIRED;
	if (start !== undefined && Date.parse(start) <= Date.now()) {
		problems['scheduled_start_time'] = ['GUILD_SCHEDULED_EVENT_SCHEDULE_PAST', 'Cannot schedule event in the past.'];
	}
	if (start !== undefined && end !== undefined && Date.parse(end) <= Date.parse(start)) {
		const text = 'Cannot schedule event to end before it starts.';
		problems['scheduled_end_time'] = ['GUILD_SCHEDULED_EVENT_END_BEFORE_START', text];
	}
	return Object.keys(problems).length === 0 ? null : invalidForm(problems);
}
