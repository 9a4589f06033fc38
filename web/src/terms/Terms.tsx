import './terms.css';
import { useEffect } from 'react';
import { nameOfSite, type Site, useSite } from '../landing/site.ts';
import { Title } from '../shell/Title.tsx';

/** One part of the terms: its heading and its paragraphs. */
const PARTS: readonly { title: string; text: readonly string[] }[] = [
	{
		title: 'Terms of service',
		text: [
			'Dropwire watches public product pages and feeds of retailers and tells Discord servers what changed. By signing in, adding a webhook, or using any tool of this site you agree to these terms. If you do not agree, do not use the service.',
			'The service is given as it is. We work to tell every change once and at once, but retailers change, refuse or delay their answers, and Discord limits what can be sent. We do not promise that a message comes, comes in time, or is right, and no purchase or profit is promised by anything that you read here.',
			'You must be at least 18 years old, or have the consent of somebody who answers for you. You may not use the service to break a law, to disturb a retailer, or to reach what is not yours.',
		],
	},
	{
		title: 'Your data',
		text: [
			'When you sign in with Discord we keep your Discord ID, name and picture, and for as long as your session lasts the permission to see which servers you manage. Webhook addresses are kept encrypted. The log of deliveries is kept for a limited time and then deleted.',
			'We do not sell data and put no advertising trackers on this site. Ask us at the contact below to have what we hold about you deleted.',
		],
	},
	{
		title: 'Payment',
		text: [
			'Where access is paid for, payment is collected through a third-party payments platform under its own terms. We never see or keep the details of your card. A subscription renews until it is cancelled at that platform; cancelling ends it at the close of the period that is paid for.',
		],
	},
	{
		title: 'Refunds',
		text: [
			'All sales of digital products are final, in effect since August 2023. Access begins at once and cannot be given back, so there are no refunds, whole or in part, except where the law where you live gives you one that cannot be waived.',
		],
	},
	{
		title: 'Intellectual property',
		text: [
			'The software, its texts and its design are ours or licensed to us. Product names, pictures and marks belong to their owners and are shown to say what a message is about; we are not connected with any retailer. You may not copy, resell or republish our messages outside the servers that subscribe to them.',
		],
	},
	{
		title: 'Indemnification',
		text: [
			'You will hold us harmless from claims, losses and costs that others bring against us because of how you used the service, what you sent through your webhooks, or because you broke these terms or a law.',
		],
	},
	{
		title: 'Arbitration',
		text: [
			'A dispute that we cannot settle by talking within 30 days is decided by one arbitrator, in writing or by video, under the rules of a recognised arbitration body, instead of by a court. Either side may still go to a small-claims court, or to any court to stop a misuse of intellectual property.',
		],
	},
	{
		title: 'Class action waiver',
		text: [
			'Disputes are brought by each person alone. You and we give up taking part in a class, collective or representative action, as far as the law allows giving it up.',
		],
	},
	{
		title: 'Client usage terms',
		text: [
			'Access is for the person or server it was given to. Do not share sign-ins, API tokens or webhook addresses. We may limit, suspend or end access that is used against these terms, that endangers the service for others, or that is not paid for.',
			'Some tools need the bearer token of your own sportswear account. Who holds such a token can act in that account while it lives: we keep it encrypted, never show it again, and drop it when it expires or after 24 hours. We recommend a burner account, and changing its details at least every hour of use.',
		],
	},
	{
		title: 'Operational agreement',
		text: [
			'The admins of a Discord server decide what reaches their channels and answer for it towards their members. A webhook that Discord no longer knows is switched off. We may change topics, limits and formats when retailers or Discord do, and say so where we can.',
		],
	},
	{
		title: 'Affiliate links',
		text: [
			'Messages may contain affiliate links, by which we may earn from a purchase at no cost to you. Webhooks with #ad in the footer always contain affiliate links.',
		],
	},
	{
		title: 'Changes',
		text: [
			'We may change these terms. The date below says since when they stand as they do; who goes on using the service agrees to them.',
		],
	},
];

/** The terms, readable without a script's help once it is loaded: plain text, no component library. */
export default function Terms() {
	const site = useSite();
	useEffect(() => {
		// The browser looked for the part before it was there.
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

/** By mail, in the community, and elsewhere: whatever the operator has named. */
function Contact({ site }: { site: Site | undefined }) {
	if (!site) return <p>Write to the operator of this Dropwire.</p>;
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
					'Write to the operator of this Dropwire.'
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
