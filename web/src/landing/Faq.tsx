import type { ReactNode } from 'react';
import type { PageData } from './data.ts';
import { askAt, counted, durationOf, messagesOf, STATUSES } from './texts.ts';

/** Questions about the product, and what the statuses in its messages mean. */
export function Faq({ site, status }: Pick<PageData, 'site' | 'status'>) {
	return (
		<section id="faq" className="part faq">
			<div>
				<h2>Questions and answers</h2>
				{questions(site, status).map(([question, answer]) => (
					<details key={question}>
						<summary>{question}</summary>
						<p>{answer}</p>
					</details>
				))}
			</div>
			<div>
				<h2>What the statuses mean</h2>
				{STATUSES.map(({ status: name, text }) => (
					<details key={name}>
						<summary className="mono">{name}</summary>
						<p>{text}</p>
					</details>
				))}
			</div>
		</section>
	);
}

function questions(site: PageData['site'], { families, delay }: PageData['status']): [string, ReactNode][] {
	const ask = askAt(site);
	const contact = ask ? <a {...ask.link}>{ask.label}</a> : 'Ask the operator of this site';
	const intervals = families.flatMap(({ everyMs }) => everyMs ?? []);
	const max = Math.max(...families.map(({ regions }) => regions.length));
	return [
		[
			'What does it cost?',
			site.plans.length > 0 ? (
				<>
					See the <a href="#plans">plans</a>: {site.plans.map(({ name, price }) => `${name} ${price}`).join(', ')}.
				</>
			) : (
				<>The price depends on the number of servers. {contact}.</>
			),
		],
		[
			'Can I try it first?',
			<>
				The <a href="/freefetcher">free fetcher</a> needs no account, and the messages at the top of this page are what
				your server gets. For a trial on your own server: {contact}.
			</>,
		],
		[
			'Which shops are watched?',
			<>
				{families.map(({ name }) => name).join(', ')}: the largest in up to {counted(max, 'region')}. The{' '}
				<a href="/status">status page</a> says which of them can be read right now.
			</>,
		],
		[
			'What does a message look like?',
			<>
				Like those at the <a href="#home">top of this page</a>: title, picture, old and new status and price, region,
				SKU, and every size with its stock. Sizes link to the cart where the shop allows it.
			</>,
		],
		[
			'How fast is it?',
			<>
				{intervals.length > 0
					? `Products are checked every ${durationOf(Math.min(...intervals))} to ${durationOf(Math.max(...intervals))}, depending on how many the shop has to answer for. `
					: 'How often a product is checked depends on how many are watched. '}
				{delay
					? `Half of the ${messagesOf(delay)} were in Discord ${durationOf(delay.p50)} after the change was seen.`
					: 'A change that was seen becomes a message within milliseconds.'}
			</>,
		],
		[
			'Can I limit what a channel gets?',
			'Yes. Each channel can have its own kinds of event, sizes, price range, discount and keywords, a role to mention, and hours in which messages arrive without a notification.',
		],
		['Who runs it?', <>The people behind this site, independently of the shops and of Discord. {contact}.</>],
		[
			'What do you store about me?',
			<>
				Your Discord ID, name and avatar, the servers you set up, and a log of deliveries that is deleted after a
				limited time. Webhook URLs are stored encrypted. There are no trackers. The{' '}
				<a href="/privacy-policy-and-terms">privacy policy</a> has the details.
			</>,
		],
	];
}
