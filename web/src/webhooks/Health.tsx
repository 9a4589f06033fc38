import type { Health } from '@dropwire/contract';
import { lazy, Suspense } from 'react';
import { ago, dateTime } from '../ui/format.ts';
import { useTick } from '../api/useTick.ts';

// Loads after the list is visible: a hundred dots do not need it to be drawn.
const Tooltip = lazy(() => import('../ui/Tooltip.tsx'));

/** A dot with a webhook's health; its tooltip has the reason in words. */
export function HealthDot({ health }: { health: Health }) {
	useTick();
	const { tone, text } = healthOf(health);
	const dot = <span className={`dot ${tone}`} role="img" aria-label={text} tabIndex={0} />;
	return (
		<Suspense fallback={dot}>
			<Tooltip label={text} multiline maw={360} events={{ hover: true, focus: true, touch: true }}>
				{dot}
			</Tooltip>
		</Suspense>
	);
}

/** When the last message was sent or tried, where a row has space for it. */
export function LastAt({ health: { lastAt } }: { health: Health }) {
	useTick();
	if (lastAt === null) return null;
	return (
		<time className="dim last-at" dateTime={new Date(lastAt).toISOString()} title={`Last message: ${dateTime(lastAt)}`}>
			{ago(lastAt)}
		</time>
	);
}

/** A webhook's health in words, and the color of its dot. */
export function healthOf(health: Health): { tone: string; text: string } {
	const { active, offReason, lastStatus, lastReason, lastAt, pausedUntil, pauseReason } = health;
	if (!active) return { tone: 'bad', text: `Off: ${offReason ?? 'unknown reason'}` };
	if (pausedUntil !== undefined) {
		return { tone: 'wait', text: `Waits until ${dateTime(pausedUntil)} at the latest. ${pauseReason ?? ''}`.trim() };
	}
	if (lastStatus === null) return { tone: '', text: 'No message yet' };
	if (lastStatus === 'sent') return { tone: 'good', text: `Last message sent ${ago(lastAt)}` };
	return {
		tone: lastStatus === 'retrying' ? 'wait' : 'bad',
		text: `Last message ${lastStatus} ${ago(lastAt)}: ${lastReason ?? ''}`,
	};
}
