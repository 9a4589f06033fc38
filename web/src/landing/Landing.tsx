import './landing.css';
import { Footer } from './Footer.tsx';
import { Hero } from './Hero.tsx';
import { Notice } from './Notice.tsx';
import { useSite } from './site.ts';
import { FEATURES, STATUSES } from './texts.ts';

/** The public face. Its bundle holds no component library, and the build writes it into the document. */
export function Landing() {
	const site = useSite();
	return (
		<div className="landing">
			<Notice />
			<Hero invites={site?.inviteUrl !== null} />
			<main>
				<section id="features" className="part">
					<h2>What it does</h2>
					<ul className="features">
						{FEATURES.map(({ title, text }) => (
							<li key={title}>
								<h3>{title}</h3>
								<p>{text}</p>
							</li>
						))}
					</ul>
				</section>
				<section id="faq" className="part">
					<h2>What the statuses mean</h2>
					{STATUSES.map(({ status, text }) => (
						<details key={status}>
							<summary>{status}</summary>
							<p>{text}</p>
						</details>
					))}
				</section>
			</main>
			<Footer site={site} />
		</div>
	);
}
