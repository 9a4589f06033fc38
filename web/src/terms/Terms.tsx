import './terms.css';
import { useEffect } from 'react';
import type { Site } from '@dropwire/contract';
import { nameOfSite, useSite } from '../landing/site.ts';
import { Title } from '../ui/Title.tsx';

/** One part of the terms: its heading and its paragraphs. */
const PARTS: readonly { title: string; text: readonly string[] }[] = [
	{
		title: 'Terms of service',
		text: [
			'Dropwire watches public product pages and feeds of retailers and notifies Discord servers of changes. By signing in, adding a webhook, or using any tool of this site you agree to these terms. If you do not agree, do not use the service.',
			'The service is provided as is. We aim to report every change once and immediately, but retailers change, block or delay their answers, and Discord limits what can be sent. We do not guarantee that a message arrives, arrives in time, or is correct, and nothing you read here guarantees a purchase or a profit.',
			'You must be at least 18 years old, or have the consent of a parent or guardian. You may not use the service to break the law, to disrupt a retailer, or to access data or accounts that are not yours.',
		],
	},
	{
		title: 'Your data',
		text: [
			'When you sign in with Discord we store your Discord ID, name, avatar and language, and for the duration of your session the permission to see which servers you manage, the type of your browser and when it was last used. Sign-ins are logged. Webhook URLs are stored encrypted. The delivery log is kept for a limited time and then deleted.',
			'When you watch products we store them, where your notices arrive and the notices themselves, which are deleted with the delivery log. Only you see what you watch: operators see how many members watch how many products. In a private thread, moderators of the server can read your notices.',
			'If you make a private calendar of your watches, its address contains a random secret instead of a sign-in: whoever has the address can read which products you watch, when they are released, and nothing else. We show the address once, store only a hash of it, and do not log it. A new address ends the old one at once.',
			'With access we store your roles, your plan and its end, the servers that you manage, and what you set up for them; operators can add a note about your access, which they show you when you ask for it. Changes, and calls that were denied, are in an audit log for a limited time.',
			'Your account page, and the command /account in Discord, show what is stored about you, export it as a file and delete it. What you made for servers or for everyone stays, because others use it, as do the audit log and the server’s logs, so that misuse can be traced, until they are deleted by age; so do records of payments for as long as the law requires, and backups until they are replaced. Messages that were sent are in Discord. For anything else write to the contact below.',
			'If you connect linked roles, we store the permission from Discord encrypted, and send Discord whether you are a client, whether you have premium and how many products you watch, whenever one of them changes. Disconnecting deletes the permission and has Discord forget what it was sent.',
			'We do not sell data, and this site has no advertising trackers.',
		],
	},
	{
		title: 'Payment',
		text: [
			'Paid access is billed through a third-party payments platform under its own terms. We never see or store your card details. A subscription renews until you cancel it on that platform, and then ends with the period that is already paid.',
		],
	},
	{
		title: 'Refunds',
		text: [
			'All sales of digital products are final, in effect since August 2023. Access begins immediately and cannot be returned, so there are no full or partial refunds, except where the law of your country gives you a right that cannot be waived.',
		],
	},
	{
		title: 'Intellectual property',
		text: [
			'The software, its texts and its design are ours or licensed to us. Product names, images and trademarks belong to their owners and are shown to identify products; we are not affiliated with any retailer. You may not copy, resell or republish our messages outside the servers that subscribe to them.',
		],
	},
	{
		title: 'Indemnification',
		text: [
			'You will indemnify us against claims, losses and costs that third parties bring against us because of your use of the service, messages sent through your webhooks, or your breach of these terms or of the law.',
		],
	},
	{
		title: 'Arbitration',
		text: [
			'A dispute that is not resolved by negotiation within 30 days is decided by one arbitrator, in writing or by video, under the rules of a recognized arbitration body, instead of by a court. Either party may still go to a small-claims court, or to any court to stop a misuse of intellectual property.',
		],
	},
	{
		title: 'Class action waiver',
		text: [
			'Disputes are brought individually. To the extent that the law allows, you and we waive the right to take part in a class, collective or representative action.',
		],
	},
	{
		title: 'Client usage terms',
		text: [
			'Access is for the person or server it was granted to. Do not share sign-ins, API tokens or webhook URLs. We may limit, suspend or end access that violates these terms, endangers the service for others, or is not paid for.',
			'The user portal takes the bearer token of your own sportswear account. We only store it; no part of the service uses or needs it. Anyone with such a token can act in that account until it expires: we store it encrypted, never show it again, and delete it when it expires, when you delete it, or after 24 hours if it has no expiry. We recommend a burner account, and changing its details at least every hour of use.',
		],
	},
	{
		title: 'Operational agreement',
		text: [
			'The admins of a Discord server decide what is sent to their channels and are responsible for it towards their members. A webhook that was deleted in Discord is switched off. We may change topics, limits and formats when retailers or Discord do, and announce such changes where possible.',
		],
	},
	{
		title: 'Affiliate links',
		text: [
			'Messages may contain affiliate links, through which we may earn a commission at no cost to you. Webhooks with #ad in the footer always contain affiliate links.',
		],
	},
	{
		title: 'Changes',
		text: [
			'We may change these terms. They are in effect since the date below. By continuing to use the service you agree to them.',
		],
	},
];

/** The terms of service and privacy policy. Rendered without the component library. */
export default function Terms() {
	const site = useSite();
	useEffect(() => {
		// The browser looked for the section before the page rendered it.
		document.getElementById(location.hash.slice(1))?.scrollIntoView();
	}, []);
	return (
		<div className="terms">
			<Title of="Privacy policy and terms" />
			<header>
				<a href="/">
					<img src="/favicon.svg" alt="" width="24" height="24" /> Dropwire
				</a>
			</header>
			<main>
				<h1>Privacy policy and terms</h1>
				<nav aria-label="Parts">
					<ol>
						{PARTS.map(({ title }) => (
							<li key={title}>
								<a href={`#${idOf(title)}`}>{title}</a>
							</li>
						))}
						<li>
							<a href="#contact">Contact</a>
						</li>
					</ol>
				</nav>
				{PARTS.map(({ title, text }) => (
					<section key={title} id={idOf(title)}>
						<h2>{title}</h2>
						{text.map((paragraph) => (
							<p key={paragraph}>{paragraph}</p>
						))}
					</section>
				))}
				<section id="contact">
					<h2>Contact</h2>
					<Contact site={site} />
					<p className="date">In effect since November 2026; the refund policy since August 2023.</p>
				</section>
			</main>
		</div>
	);
}

/** The contact address, community and social pages that the operator has configured. */
function Contact({ site }: { site: Site | undefined }) {
	if (!site) return <p>Write to the operator of this site.</p>;
	const { contactEmail, inviteUrl, socialUrls } = site;
	const links = [
		...(inviteUrl ? [{ url: '/invite', name: 'Discord' }] : []),
		...socialUrls.map((url) => ({ url, name: nameOfSite(url) })),
	];
	return (
		<>
			<p>
				{contactEmail ? (
					<>
						Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
					</>
				) : (
					'Write to the operator of this site.'
				)}
			</p>
			{links.length > 0 && (
				<ul className="links">
					{links.map(({ url, name }) => (
						<li key={url}>
							<a href={url} target="_blank" rel="noreferrer">
								{name}
							</a>
						</li>
					))}
				</ul>
			)}
		</>
	);
}

function idOf(title: string): string {
	return title.toLowerCase().replaceAll(' ', '-');
}
