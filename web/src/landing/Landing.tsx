import type { PageData } from './data.ts';
import { Faq } from './Faq.tsx';
import { Footer } from './Footer.tsx';
import { Hero } from './Hero.tsx';
import { Notice } from './Notice.tsx';
import { Features, Plans, Steps, Watched } from './Parts.tsx';
import { CONTENT_ID } from '../ui/SkipLink.tsx';
import { Tools } from './Tools.tsx';
import { askAt } from './texts.ts';

/** The landing page. It uses no component library, and the server renders it into the document. */
export function Landing({ site, status, messages }: Pick<PageData, 'site' | 'status' | 'messages'>) {
	const ask = askAt(site);
	return (
		<div className="landing">
			<Notice />
			<Hero site={site} status={status} messages={messages} />
			<main id={CONTENT_ID} tabIndex={-1}>
				<Steps />
				<Features />
				<Watched status={status} />
				<Tools />
				<Plans site={site} />
				<Faq site={site} status={status} />
				<section className="part last night" aria-label="Get started">
					<h2>The next release will not wait.</h2>
					<p>
						<a className="button" href="/dashboard">
							Get started
						</a>
						{ask && (
							<a className="second" {...ask.link}>
								{ask.label}
							</a>
						)}
					</p>
				</section>
			</main>
			<Footer site={site} />
		</div>
	);
}
