const ANSWERS: Readonly<Record<string, object>> = {
	subscriptiontry: { of: 0, sent: 0, examples: [] },
	subscriptionsizes: { of: 3, sizes: ['M 9 / W 10.5', 'M 10 / W 11.5'] },
	subscriptionpreview: {
		eventId: null,
		kind: 'PRICE',
		sku: 'SAMPLE-001',
		at: 0,
		rule: null,
		body: { username: 'Dropwire', embeds: [{ title: 'Sample product of Nike', fields: [] }] },
	},
};

/** The answer of a call that the options' form makes besides reading the subscription. */
export function answerBeside(path: string): Response {
	const call = Object.keys(ANSWERS).find((name) => path.includes(name)) ?? '';
	return Response.json({ data: ANSWERS[call] });
}
