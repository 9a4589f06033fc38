import { type Brand, type OperatorWebhook, type Topic, webhookGroups } from '@dropwire/bff/contract';
import type { Api } from '../server/client.ts';

/** A row of a group as it stands. */
export interface StandingWebhook extends OperatorWebhook {
	topic: Topic;
}

type Groups = { status: string; webhooks: OperatorWebhook[] }[];

/** How each brand's groups are asked for. One question answers all statuses of a category and region. */
const ASK: Record<Brand, (api: Api, topic: Topic) => Promise<Groups>> = {
	NIKE: async (api, { region, category }) => webhookGroups(await api.nikeWebhooks({ region, category })),
	HP: (api) => api.hpWebhooks(),
	ADIDAS: (api) => api.adidasWebhooks(),
	ASICS: (api) => api.asicsWebhooks(),
	JD: (api) => api.jdfnlWebhooks({ category: 'JD' }),
	FNL: (api) => api.jdfnlWebhooks({ category: 'FNL' }),
	STOCK: async (api) => [{ status: 'ANNOUNCEMENT', webhooks: await api.stockNumberWebhooks() }],
};

/** What stands in the groups, in the order of the topics. */
export async function standingWebhooks(api: Api, topics: readonly Topic[]): Promise<StandingWebhook[]> {
	const asked = new Map<string, Promise<Groups>>();
	const rows: StandingWebhook[] = [];
	for (const topic of topics) {
		const question = [topic.brand, topic.category, topic.region].join('/');
		if (!asked.has(question)) asked.set(question, ASK[topic.brand](api, topic));
		const groups = (await asked.get(question)) ?? [];
		const own = groups.find(({ status }) => status === topic.status);
		rows.push(...(own?.webhooks ?? []).map((row) => ({ ...row, topic })));
	}
	return rows;
}
