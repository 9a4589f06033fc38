import type { errors as english } from '../en/errors.ts';
import type { Translated } from '@dropwire/domain/texts';

export const errors: Translated<typeof english> = {
	'error.notDone': 'Nada foi feito',
	'error.discord': 'Recusado pelo Discord',
	'error.replyRejected':
		'A resposta a este comando não pode ser mostrada porque o Discord a recusou ({reason}, {code}). `{/links}` mostra os vínculos atuais.',
	'error.discordDown': 'O Discord não responde',
	'error.discordDownText': 'O Discord não respondeu. Nada foi alterado. Tente novamente em um minuto.',
	'error.internal': 'Algo deu errado',
	'error.internalText':
		'O bot teve um erro interno. `{/links}` mostra os vínculos atuais. Tente novamente em um minuto.',
	'error.upstream': 'Outro serviço não responde',
	'error.serverDown': 'O Dropwire não responde',
	'error.serverDownText': 'O Dropwire não respondeu. Nada foi alterado. Tente novamente em um minuto.',
	'error.token': 'O bot não tem acesso',
	'error.tokenText': 'O Dropwire recusa o token do bot. Peça aos operadores que criem um novo com o escopo `bot`.',
	'error.tooMany': 'Solicitações demais',
	'error.tooManyText': {
		one: 'Tente novamente em {count} segundo.',
		other: 'Tente novamente em {count} segundos.',
	},
	'error.discordCode': '{message} ({code}). Nada foi alterado. Tente novamente em um minuto.',
	'error.channelRights':
		'O bot precisa de **{view}** e **{webhooks}** nesse canal. Abra as configurações do canal, depois Permissões, adicione o cargo **Dropwire** e permita as duas.',
	'error.channelFull':
		'O canal já tem o máximo de webhooks que o Discord permite. Exclua um nas configurações do canal, em Integrações.',
	'error.serverFull':
		'Este servidor já tem o máximo de webhooks que o Discord permite: 1.000. Exclua alguns nas configurações do servidor, em Integrações.',
	'error.channelGone': 'O canal não existe mais. Escolha outro.',
	'permission.ViewChannel': 'Ver canal',
	'permission.ManageWebhooks': 'Gerenciar webhooks',
	'permission.ManageGuild': 'Gerenciar servidor',
	'permission.SendMessages': 'Enviar mensagens',
	'permission.EmbedLinks': 'Inserir links',
	'permission.CreateEvents': 'Criar eventos',
	'deny.oldButton': 'Este botão é de uma versão anterior. Use o comando novamente.',
	'deny.oldForm': 'Este formulário é de uma versão anterior. Use o comando novamente.',
	'deny.oldCommand': 'Este comando é de uma versão anterior. `{/help}` lista os atuais.',
	'deny.notMember': 'Primeiro convide o bot para este servidor: os comandos só funcionam onde ele é membro.',
	'deny.manage': 'Você precisa da permissão **{manage}** neste servidor.',
	'deny.region': 'A região “{text}” não existe. Regiões: {regions}.',
	'deny.topic': '{region} não tem o assunto “{text}”. `{/topics region}:{code}` lista os assuntos.',
	'deny.link': 'Escolha um dos vínculos sugeridos. `{/links}` lista todos.',
	'deny.sku': '“{text}” não é um SKU. Produtos com essas palavras:\n{products}',
	'deny.everyone': 'As mensagens não podem mencionar @everyone. Escolha outro cargo.',
	'deny.postName': '`{/link post_name}` vale só para fóruns. Escolha um fórum ou deixe a opção de fora.',
	'deny.locked': '<#{channel}> está trancado, por isso o Discord não aceita mensagens lá. Destranque-o primeiro.',
	'deny.channelType': 'Escolha um canal de texto ou de anúncios, um fórum ou um tópico que o bot possa ver.',
	'deny.tagRequired':
		'O fórum <#{channel}> exige uma tag em cada publicação e não tem nenhuma chamada {brands}. Crie essa tag no fórum ou desative a exigência de tags. Depois, use o comando novamente.',
	'deny.channelGone': 'O canal não existe mais. Use `{/link}` para vincular outro.',
	'deny.setupGone': 'O canal não existe mais. Use `{/setup}` novamente.',
	'deny.undoLate': 'Só é possível desfazer durante 15 minutos. Use `{/link}` para criar o vínculo novamente.',
	'deny.undoLost': 'O bot foi reiniciado e não tem mais as opções deste vínculo. Use `{/link}` para criá-lo novamente.',
	'deny.unlinkUnknown':
		'O Dropwire não respondeu, então não se sabe se o vínculo foi removido. Confira com `{/links}` em um minuto.',
	'deny.price': 'O preço deve ter a forma 50-120, 50- ou -120, e “{text}” não tem.',
	'deny.number': '“{text}” não é um número.',
	'deny.quiet': 'O horário de silêncio deve ter a forma 22:00-07:00 Europe/Vienna, e “{text}” não tem.',
	'deny.webhooks': {
		one: '<#{channel}> tem {count} webhook, o máximo que o Discord permite. Exclua um nas configurações do canal, em Integrações, e use o comando novamente.',
		other:
			'<#{channel}> tem {count} webhooks, o máximo que o Discord permite. Exclua um nas configurações do canal, em Integrações, e use o comando novamente.',
	},
	'deny.rights':
		'O bot precisa de {permissions} em <#{channel}>.\nAbra as configurações desse canal, depois Permissões, adicione o cargo **Dropwire** e permita {permissions}. Depois, use o comando novamente.',
	'deny.already': '<#{channel}> já recebe {topic} ({region}).',
	'server.notListed': 'Sua conta não está na lista de acesso. Peça a um operador que adicione você.',
	'server.premium': 'Isto é só para clientes premium. Peça o cargo premium a um operador.',
	'server.operators': 'Só operadores podem fazer isto.',
	'server.already': 'Este canal já recebe {topic} ({region}).',
	'server.unknown': '{what} não existe.',
	'server.noLink': 'Este servidor não tem esse vínculo.',
	'server.isOff': 'Este vínculo está desativado: {reason}.',
	'server.botLeft': 'O bot foi removido deste servidor; o vínculo volta a funcionar quando ele voltar',
	'server.channelGone': 'O canal do Discord foi excluído',
	'server.webhookGone': 'O webhook foi excluído no Discord',
	'server.noShop': 'Nenhuma loja respondeu em nenhuma região. Tente novamente em um minuto.',
	'server.noShopIn': 'Nenhuma loja respondeu em {where}. Tente novamente em um minuto.',
	'server.changed': 'Alguém alterou estas opções nesse meio-tempo. Abra-as novamente.',
};
