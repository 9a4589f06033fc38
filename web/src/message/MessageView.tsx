import './message.css';
import { useState } from 'react';
import { Markdown, MarkdownLine } from './Markdown.tsx';
import { dateTime } from '../ui/format.ts';

/** The parts of Discord's webhook body that Dropwire sends (Discord's documentation, "Execute Webhook"). */
interface Body {
	username?: string;
	avatar_url?: string;
	content?: string;
	thread_name?: string;
	embeds?: readonly Embed[];
	components?: readonly { components: readonly { label: string }[] }[];
}
interface Embed {
	title?: string;
	url?: string;
	description?: string;
	color?: number;
	fields?: readonly { name: string; value: string; inline?: boolean }[];
	thumbnail?: { url: string };
	footer?: { text: string };
	timestamp?: string;
}

interface Props {
	body: unknown;
	/** The names of roles by id, with which mentions are shown. */
	roles?: ReadonlyMap<string, string>;
}

const ROLE = /<@&(\d+)>/g;

/** A message as Discord shows it. */
export function MessageView({ body, roles }: Props) {
	const {
		username = '',
		avatar_url: avatar,
		content = '',
		thread_name: post,
		embeds = [],
		components = [],
	} = body as Body;
	const mentions = [...content.matchAll(ROLE)].map(([, id = '']) => id);
	return (
		<section className="card discord night message-view" aria-label="Message">
			{post !== undefined && (
				<p className="embed-title">
					<span className="dim">Forum post:</span> {post}
				</p>
			)}
			<header>
				<Picture key={avatar} address={avatar} name={username} />
				<b>{username}</b> <span className="app">APP</span>
			</header>
			{mentions.length > 0 && (
				<p className="mentions">
					{mentions.map((id) => (
						<span key={id}>
							<span className="mention">{roles?.get(id) ?? `@${id}`}</span>{' '}
						</span>
					))}
				</p>
			)}
			{embeds.map((embed, index) => (
				<EmbedView key={index} embed={embed} />
			))}
			{components.map((row, index) => (
				<p key={index} className="message-buttons">
					{row.components.map(({ label }) => (
						<span key={label}>{label}</span>
					))}
				</p>
			))}
		</section>
	);
}

/** The sender's picture; the first letter of its name if there is none that loads. */
function Picture({ address = '', name }: { address?: string | undefined; name: string }) {
	const [broken, setBroken] = useState(false);
	if (address.startsWith('https://') && !broken)
		return <img src={address} alt="" width={40} height={40} onError={() => setBroken(true)} />;
	return (
		<>
			<span className="initial" aria-hidden="true">
				{name.charAt(0).toUpperCase()}
			</span>
			{broken && <span className="small">The picture cannot be loaded.</span>}
		</>
	);
}

function EmbedView({ embed }: { embed: Embed }) {
	const { title = '', url, description = '', color = 0, fields = [], thumbnail, footer, timestamp } = embed;
	return (
		<div className="embed" style={{ borderLeftColor: `#${color.toString(16).padStart(6, '0')}` }}>
			<div className="embed-texts">
				<p className="embed-title">
					{url ? (
						<a href={url} target="_blank" rel="noreferrer">
							<MarkdownLine text={title} />
						</a>
					) : (
						<MarkdownLine text={title} />
					)}
				</p>
				<Markdown text={description} />
				<dl className="embed-fields">
					{fields.map(({ name, value, inline }, index) => (
						<div key={index} className={inline ? 'inline' : ''}>
							<dt>{name}</dt>
							<dd>
								<Markdown text={value} />
							</dd>
						</div>
					))}
				</dl>
			</div>
			{thumbnail && <img className="embed-picture" src={thumbnail.url} alt="" width={80} height={80} />}
			<footer>
				{footer?.text}
				{timestamp && ` • ${dateTime(Date.parse(timestamp))}`}
			</footer>
		</div>
	);
}
