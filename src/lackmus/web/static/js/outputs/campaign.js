// The choice of a campaign: a new one is asked for its name and year.
export function askForNew(form) {
  const campaign = form.elements.campaign;
  function ask() {
    const fresh = campaign.value === "*new";
    for (const field of form.querySelectorAll("[data-new]")) field.hidden = !fresh;
    form.elements.new_campaign.required = fresh;
  }
  campaign.addEventListener("change", ask);
  ask();
}
