import type { Grant } from '@dropwire/contract';
import { expect, test } from 'vitest';
import { translateTo } from '../texts/translate.ts';
import { grantsText } from './grantsText.ts';

const PRO: Grant = {
	id: '1',
	provider: 'discord',
	externalId: '1',
	subject: 'user',
	subjectId: '100000000000000002',
	subjectName: 'Cleo',
	plan: 'pro',
	planName: 'Pro',
	rights: ['client', 'premium'],
	startsAt: 1_790_000_000_000,
	endsAt: null,
	state: 'active',
};
const AT = 1_800_000_000_000;

test.each([
	[[PRO], "**Pro** · a subscription renews until you cancel it in Discord · bought in Discord's store"],
	[[{ ...PRO, endsAt: AT }], "**Pro** · until <t:1800000000:D> · bought in Discord's store"],
	[
		[{ ...PRO, provider: 'billing', subject: 'guild', subjectName: 'A_B', state: 'scheduled', startsAt: AT }],
		'**Pro** for the server A\\_B · starts on <t:1800000000:D> · bought on the payments platform',
	],
	[[{ ...PRO, provider: 'manual', planName: null }], '**Access** · no end date · given by an operator'],
	[[{ ...PRO, endsAt: 1, state: 'ended' }], 'You have no active plan.'],
] as const)('%# grants in words', (grants, text) => {
	expect(grantsText(translateTo('en'), grants)).toBe(text);
});
