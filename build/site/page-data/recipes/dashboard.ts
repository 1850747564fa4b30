import type { Recipe } from "./recipe.ts";

const homeAssistant: Recipe = {
  id: "home-assistant",
  name: "Home Assistant",
  homepage: "https://www.home-assistant.io/",
  gives: "Sensors for a coin's price and its change in 24 hours",
  where: "Add to `configuration.yaml` and restart Home Assistant.",
  snippets: [
    {
      id: "sensors",
      title: "configuration.yaml",
      language: "yaml",
      tree: "price",
      text: `rest:
  - resource: "{site}/api/price/btc.json"
    scan_interval: 1800
    sensor:
      - name: "Bitcoin price"
        unique_id: bitcoin_price_usd
        value_template: "{{ value_json.data.prices.usd }}"
        unit_of_measurement: USD
        state_class: measurement
      - name: "Bitcoin change 24h"
        unique_id: bitcoin_change_24h
        value_template: "{{ value_json.data.change_24h_percentage | default(none) }}"
        unit_of_measurement: "%"
        state_class: measurement`,
      reads: [
        { how: "jinja", url: "rest.0.resource", at: "rest.0.sensor.0.value_template", finds: "price" },
        { how: "jinja", url: "rest.0.resource", at: "rest.0.sensor.1.value_template", finds: "number" },
      ],
    },
  ],
  notes: [
    "A state holds at most 255 characters, so each sensor takes one value of the answer.",
    "All currencies of the exchange rates are in the same answer: `prices.eur`, `prices.gbp` and so on. An unknown rate is absent, and the sensor is then unknown.",
  ],
};

const homepage: Recipe = {
  id: "homepage",
  name: "Homepage",
  homepage: "https://gethomepage.dev/",
  gives: "A widget with a coin's price, change and market cap",
  where: "Add to a group in `services.yaml`.",
  snippets: [
    {
      id: "widget",
      title: "services.yaml",
      language: "yaml",
      text: `- Bitcoin:
    widget:
      type: customapi
      url: "{site}/api/coins/btc.json"
      refreshInterval: 600000
      mappings:
        - field:
            data: current_price
          label: Price
          format: float
          prefix: $
        - field:
            data: price_change_percentage_24h
          label: 24h
          format: float
          suffix: "%"
        - field:
            data: market_cap
          label: Market cap
          format: number
          prefix: $`,
      reads: [
        {
          how: "nested",
          url: "0.Bitcoin.widget.url",
          at: "0.Bitcoin.widget.mappings.0.field",
          finds: "price",
        },
        {
          how: "nested",
          url: "0.Bitcoin.widget.url",
          at: "0.Bitcoin.widget.mappings.1.field",
          finds: "number",
        },
        {
          how: "nested",
          url: "0.Bitcoin.widget.url",
          at: "0.Bitcoin.widget.mappings.2.field",
          finds: "number",
        },
      ],
    },
  ],
  notes: ["`refreshInterval` is in milliseconds. An unknown value is `null`, and its block shows no number."],
};

const glance: Recipe = {
  id: "glance",
  name: "Glance",
  homepage: "https://github.com/glanceapp/glance",
  gives: "A list of the ten largest coins with prices and changes",
  where: "Add to the `widgets` of a column in `glance.yml`.",
  snippets: [
    {
      id: "widget",
      title: "glance.yml",
      language: "yaml",
      text: `- type: custom-api
  title: Crypto
  cache: 30m
  url: "{site}/api/coins/limit/10.json"
  template: |
    <ul class="list list-gap-10">
    {{ range .JSON.Array "data" }}
      <li class="flex justify-between">
        <span>{{ .String "name" }}</span>
        <span>{{ .Float "current_price" | printf "%.2f" }} ({{ .Float "price_change_percentage_24h" | printf "%+.1f" }} %)</span>
      </li>
    {{ end }}
    </ul>`,
      reads: [{ how: "go-template", url: "0.url", at: "0.template" }],
    },
  ],
  notes: [
    "Glance shows an unknown value (`null`) as 0.",
    'For prices below one cent, use more digits: `printf "%.8f"`.',
  ],
};

const grafana: Recipe = {
  id: "grafana-infinity",
  name: "Grafana Infinity",
  homepage: "https://grafana.com/docs/plugins/yesoreyeram-infinity-datasource/latest/",
  gives: "A table of the 50 largest coins",
  where: "Panel, menu, Inspect, Panel JSON: add to `targets` of a table panel whose data source is Infinity.",
  snippets: [
    {
      id: "query",
      title: "Query",
      language: "json",
      text: `{
  "refId": "A",
  "type": "json",
  "source": "url",
  "parser": "backend",
  "format": "table",
  "url": "{site}/api/coins/limit/50.json",
  "url_options": { "method": "GET" },
  "root_selector": "data",
  "columns": [
    { "selector": "market_cap_rank", "text": "Rank", "type": "number" },
    { "selector": "name", "text": "Coin", "type": "string" },
    { "selector": "current_price", "text": "Price", "type": "number" },
    { "selector": "price_change_percentage_24h", "text": "24h %", "type": "number" },
    { "selector": "last_updated", "text": "Updated", "type": "timestamp" }
  ]
}`,
      reads: [{ how: "rows", url: "url", at: "root_selector", columns: "columns" }],
    },
  ],
  notes: [
    "If the data source has a list of allowed hosts, add this site's.",
    "A refresh shorter than the time between builds (`meta.expires_at`) gets the same answer again.",
  ],
};

export const DASHBOARDS: readonly Recipe[] = [homeAssistant, homepage, glance, grafana];
